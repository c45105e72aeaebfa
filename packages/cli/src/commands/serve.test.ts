import { cp, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCli, type Cli } from "../testing/cli.ts";

const books = fileURLToPath(new URL("../../../../fixtures/books", import.meta.url));
let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	await cp(books, join(cli.folder, "data", "robobooks"), { recursive: true });
	await installHost(join(dirname(cli.main), "..", "node_modules", "@hindcast", "host"));
}, 120_000);
afterAll(() => cli.remove());

/** Puts the host beside the program, as npm would; bundled from its source. */
async function installHost(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, "package.json"),
		JSON.stringify({ name: "@hindcast/host", type: "module", exports: "./dist/index.js" }),
	);
	await build({
		entryPoints: [fileURLToPath(new URL("../../../../apps/host/src/index.ts", import.meta.url))],
		outfile: join(folder, "dist", "index.js"),
		bundle: true,
		platform: "node",
		format: "esm",
		conditions: ["@hindcast/source"],
		// Fastify is CommonJS, and asks for Node's own modules.
		banner: {
			js: `import { createRequire as from } from "node:module"; const require = from(import.meta.url);`,
		},
		logLevel: "silent",
	});
}

/** Starts the host and waits for its address; null where it ends first. */
async function started(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
	const child = cli.start(["serve", ...args], env);
	let [stdout, stderr] = ["", ""];
	child.stderr?.on("data", (chunk: Buffer) => {
		stderr += chunk;
	});
	const closed = new Promise<{ code: number | null; stderr: string }>((resolve) => {
		child.on("close", (code) => resolve({ code, stderr }));
	});
	const url = await new Promise<string | null>((resolve) => {
		child.stdout?.on("data", (chunk: Buffer) => {
			stdout += chunk;
			const [, found] = /^Hindcast is listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(stdout) ?? [];
			if (found !== undefined) resolve(found);
		});
		void closed.then(() => resolve(null));
	});
	return { child, closed, url };
}

describe("hindcast serve", { timeout: 120_000 }, () => {
	it("serves a store, takes notes from annotate --host, and stops on SIGINT and SIGTERM", async () => {
		const host = await started(["--port", "0", "--data", "data"]);
		const replay_id = "replay-tern-gaps";
		const note = [
			"annotate",
			"data/robobooks/tern-6/runs/replays/replay-tern-gaps/payload.json",
			"--from",
			"0",
			"--to",
			"0.5",
			"--label",
			"slip",
			"--replay-id",
			replay_id,
			"--host",
			`${host.url}`,
		];
		const posted = await cli.run(note);
		expect([posted.code, posted.stderr]).toEqual([0, ""]);
		expect(JSON.parse(posted.stdout)).toMatchObject({
			persisted: true,
			replay_id,
			annotation: { t_end: 0.5 },
		});
		await cp(books.replace(/books$/, "drop/tern-reach.npz"), join(cli.folder, "other.npz"));
		const other = note.map((word) => (word.endsWith("payload.json") ? "other.npz" : word));
		expect(other).not.toEqual(note);
		const refused = await cli.run(other);
		expect([refused.code, refused.stdout]).toEqual([1, ""]);
		expect(refused.stderr).toMatch(/^hindcast: replay-content-mismatch: .*\nhint: .*\n$/);
		host.child.kill("SIGINT");
		expect((await host.closed).code).toBe(0);
		const again = await started(["--port", "0"], {
			HINDCAST_BOOKS_DIR: join(cli.folder, "data", "robobooks"),
		});
		const list = (await (await fetch(`${again.url}/api/moonrobo/replays`)).json()) as {
			replay_count: number;
		};
		expect(list.replay_count).toBe(2);
		again.child.kill("SIGTERM");
		expect((await again.closed).code).toBe(0);
	});

	it("says which port is taken", async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		const port = typeof address === "object" ? String(address?.port) : "";
		const { url, closed } = await started(["--data", "data"], { PORT: port });
		const { code, stderr } = await closed;
		server.close();
		expect([url, code]).toEqual([null, 3]);
		expect(stderr).toContain(`hindcast: port-busy: port ${port} is taken\nhint: `);
	});

	it("says where the store cannot be opened", async () => {
		await writeFile(join(cli.folder, "file"), "");
		const { url, closed } = await started(["--port", "0", "--data", "file"]);
		const { code, stderr } = await closed;
		expect([url, code, stderr]).toEqual([null, 3, expect.stringContaining("hindcast: storage: ")]);
	});
});
