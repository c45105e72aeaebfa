import { readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProgram } from "../testing/call.ts";
import { buildCli, type Cli } from "../testing/cli.ts";
import { vectorBytes, vectorDigests } from "../testing/replays.ts";

const common = ["--label", "slip", "--created-at-ms", "1800000000000"];
let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	await writeFile(join(cli.folder, "run.npz"), await vectorBytes("npz"));
}, 120_000);
afterAll(() => cli.remove());

/** A host of one answer that keeps what it was sent. */
function stubHost(status: number, answer: unknown) {
	const requests: { method: string | undefined; url: string | undefined; body: string }[] = [];
	const server: Server = createServer((request, response) => {
		let body = "";
		request.on("data", (chunk) => {
			body += chunk;
		});
		request.on("end", () => {
			requests.push({ method: request.method, url: request.url, body });
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
		});
	});
	return new Promise<{ url: string; requests: typeof requests; server: Server }>((resolve) => {
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			const port = typeof address === "object" ? address?.port : 0;
			resolve({ url: `http://127.0.0.1:${port}`, requests, server });
		});
	});
}

describe("hindcast annotate", { timeout: 120_000 }, () => {
	it("makes a document on a frame, the same for the same words", async () => {
		const args = [
			"annotate",
			"run.npz",
			"--frame",
			"f-1",
			...common,
			"--note",
			"left foot",
			"--by",
			"operator:ada",
		];
		const { code, stdout } = await cli.run(args);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			annotation_id: expect.stringMatching(/^annotation-[0-9a-f]{16}$/),
			created_at_ms: "1800000000000",
			created_by: { id: "ada", kind: "operator" },
			frame_id: "f-1",
			label: "slip",
			note: "left foot",
			session_id: "",
			severity: "info",
		});
		expect((await cli.run(args)).stdout).toBe(stdout);
		const other = JSON.parse((await cli.run([...args, "--severity", "critical"])).stdout);
		expect(other.annotation_id).not.toBe(JSON.parse(stdout).annotation_id);
	});

	it("makes a document on a span and on the whole, in a file", async () => {
		const span = [
			"annotate",
			"run.npz",
			"--from",
			"0",
			"--to",
			"0.02",
			...common,
			"-o",
			"note.json",
			"--id",
			"note-1",
		];
		expect(await cli.run(span)).toMatchObject({ code: 0, stdout: "", stderr: "" });
		expect(JSON.parse(await readFile(join(cli.folder, "note.json"), "utf8"))).toMatchObject({
			annotation_id: "note-1",
			frame_id: "",
			t_start: 0,
			t_end: 0.02,
		});
		expect((await cli.run(span)).code).toBe(3);
		const whole = JSON.parse((await cli.run(["annotate", "run.npz", "--whole", ...common])).stdout);
		expect([whole.frame_id, "t_start" in whole]).toEqual(["", false]);
	});

	it.each([
		[["--frame", "f-2"], 1, "frame-unknown"],
		[["--from", "0", "--to", "0.021"], 1, "span-outside"],
		[["--from=-0.1", "--to", "0.01"], 1, "span-outside"],
		[["--from", "-0.1", "--to", "0.01"], 2, "usage"],
		[["--from=0.02", "--to=0"], 2, "usage"],
		[["--from", "0"], 2, "usage"],
		[["--from", "0x1", "--to", "1"], 2, "usage"],
		[["--whole", "--frame", "f-1"], 2, "usage"],
		[[], 2, "usage"],
		[["--whole", "--by", "ada"], 2, "usage"],
		[["--whole", "--id", "../x"], 2, "usage"],
		[["--whole", "--severity", "bad"], 2, "usage"],
		[["--whole", "--host", "http://127.0.0.1:1"], 2, "usage"],
	])("refuses %j", async (place, code, word) => {
		const ended = await callProgram(["annotate", join(cli.folder, "run.npz"), ...place, ...common]);
		expect([ended.code, ended.stdout]).toEqual([code, ""]);
		expect(ended.stderr).toMatch(new RegExp(`^hindcast: ${word}: .*\nhint: .*\n$`));
	});

	it("posts the note to a host on this machine, and nothing else", async () => {
		const args = ["annotate", "run.npz", "--frame", "f-1", ...common, "--replay-id", "replay-1"];
		const annotation = JSON.parse((await cli.run(args)).stdout);
		const validation = { valid: true, status: "valid", blocking_count: 0, advisory_count: 0, issues: [] };
		const answer = {
			classification: "recorded",
			validation,
			evidence_paths: [],
			persisted: true,
			replay_id: "replay-1",
			annotation_path: "a.json",
			annotation,
			receipt_path: "r.json",
			existed: false,
		};
		const { url, requests, server } = await stubHost(200, answer);
		const { code, stdout } = await cli.run([...args, "--host", url.replace("127.0.0.1", "localhost")]);
		server.close();
		expect([code, JSON.parse(stdout)]).toEqual([0, answer]);
		const { session_id: _, created_by, ...rest } = annotation;
		expect(requests.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
			"POST /api/moonrobo/replays/annotate",
		]);
		expect(JSON.parse(requests[0]!.body)).toEqual({
			...rest,
			requester: created_by,
			content_digest: vectorDigests.content,
		});
	});

	it("tells a host's refusal with its code, and an answer that is no host's", async () => {
		const args = ["annotate", "run.npz", "--whole", ...common, "--replay-id", "replay-1", "--host"];
		const body = {
			code: "replay-not-found",
			path: "",
			message: "no such replay",
			request_id: "1",
			hint: "List them.",
		};
		const refusing = await stubHost(404, body);
		const refused = await cli.run([...args, refusing.url]);
		refusing.server.close();
		expect([refused.code, refused.stderr]).toEqual([
			1,
			"hindcast: replay-not-found: no such replay\nhint: List them.\n",
		]);
		const foreign = await stubHost(200, { ok: true });
		const unknown = await cli.run([...args, foreign.url]);
		foreign.server.close();
		expect([unknown.code, unknown.stderr.split(":")[1]]).toEqual([3, " host-unknown"]);
		const gone = await cli.run([...args, foreign.url]);
		expect([gone.code, gone.stderr.split(":")[1]]).toEqual([3, " host-unreachable"]);
	});

	it.each([
		"http://example.com:4655",
		"http://192.168.0.2:4655",
		"http://127.0.0.1.example.com",
		"http://notlocalhost:4655",
		"http://10.0.0.1@127.0.0.1:1",
		"https://127.0.0.1:1",
		"http://127.0.0.1:1/api",
		"ws://127.0.0.1:9090",
		"127.0.0.1:4655",
		"http://[::2]:1",
	])("sends nothing to %s", async (host) => {
		const { code, stderr } = await callProgram([
			"annotate",
			"run.npz",
			"--whole",
			...common,
			"--replay-id",
			"r",
			"--host",
			host,
		]);
		expect([code, stderr.startsWith("hindcast: usage: --host must be a host on this machine")]).toEqual([
			2,
			true,
		]);
	});
});
