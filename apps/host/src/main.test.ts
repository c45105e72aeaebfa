import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const listening = /listening on (http:\/\/127\.0\.0\.1:\d+)/;
let folder: string;
let program: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
	folder = await mkdtemp(fileURLToPath(new URL("../node_modules/.main-test-", import.meta.url)));
	program = join(folder, "main.mjs");
	await build({
		entryPoints: [fileURLToPath(new URL("./main.ts", import.meta.url))],
		outfile: program,
		bundle: true,
		platform: "node",
		format: "esm",
		conditions: ["@hindcast/source"],
		external: ["fastify"],
		logLevel: "silent",
	});
});

afterEach(() => {
	for (const child of running) child.kill("SIGKILL");
	running.clear();
});

afterAll(() => rm(folder, { recursive: true }));

interface Run {
	readonly child: ChildProcess;
	/** Resolves with the address, or with null when the program ends first. */
	readonly url: Promise<string | null>;
	readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

function run(env: Record<string, string>): Run {
	const { PATH } = process.env;
	const child = spawn(process.execPath, [program], { cwd: folder, env: { PATH, ...env }, stdio: "pipe" });
	running.add(child);
	let [stdout, stderr] = ["", ""];
	child.stderr.on("data", (chunk: Buffer) => {
		stderr += chunk;
	});
	const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
		child.on("close", (code) => resolve({ code, stdout, stderr }));
	});
	const url = new Promise<string | null>((resolve) => {
		child.stdout.on("data", (chunk: Buffer) => {
			stdout += chunk;
			const found = listening.exec(stdout);
			if (found !== null) resolve(found[1] ?? null);
		});
		child.on("close", () => resolve(null));
	});
	return { child, url, ended };
}

const books = () => mkdtemp(join(folder, "books-"));

describe("the executable", { timeout: 30_000 }, () => {
	it("prints one line with its address, answers, and stops on SIGTERM and SIGINT", async () => {
		for (const signal of ["SIGTERM", "SIGINT"] as const) {
			const started = run({ PORT: "0", HINDCAST_BOOKS_DIR: await books() });
			const url = await started.url;
			expect((await fetch(`${url}/api/moonrobo/robots`)).status).toBe(200);
			expect((await fetch(`${url}/`)).status).toBe(503);
			started.child.kill(signal);
			started.child.kill(signal);
			const { code, stdout, stderr } = await started.ended;
			expect([code, stdout]).toEqual([0, `Hindcast is listening on ${url}\n`]);
			expect(stderr).toBe('{"event":"cockpit-not-built"}\n');
		}
	});

	it("answers on ::1 too where the machine has it, and nowhere else", async () => {
		const started = run({ PORT: "0", HINDCAST_BOOKS_DIR: await books() });
		const port = new URL((await started.url) ?? "").port;
		const second = await fetch(`http://[::1]:${port}/api/moonrobo/robots`).catch(() => undefined);
		expect([undefined, 200]).toContain(second?.status);
		const outside = Object.values(networkInterfaces())
			.flatMap((list) => list ?? [])
			.filter(({ internal, family }) => !internal && family === "IPv4");
		for (const { address } of outside) await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
	});

	it("ends with a plain error when PORT is taken or no port", async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		const port = String(typeof address === "object" ? address?.port : 0);
		const busy = await run({ PORT: port, HINDCAST_BOOKS_DIR: await books() }).ended;
		server.close();
		expect(busy.code).toBe(1);
		expect(busy.stdout).toBe("");
		expect(busy.stderr).toContain(`Port ${port} is already in use.`);
		expect(busy.stderr).not.toContain("    at ");
		for (const text of ["http", "70000", "-1", "1.5"]) {
			const wrong = await run({ PORT: text, HINDCAST_BOOKS_DIR: await books() }).ended;
			expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
			expect(wrong.stderr).toContain(`PORT is not a port number from 0 to 65535: "${text}"`);
		}
	});

	it("takes another port when none is asked for and the first is taken", async () => {
		const first = run({ HINDCAST_BOOKS_DIR: await books() });
		const second = run({ HINDCAST_BOOKS_DIR: await books() });
		const urls = [await first.url, await second.url];
		expect(urls.every((url) => url !== null)).toBe(true);
		expect(urls[0]).not.toBe(urls[1]);
	});

	it("seeds from HINDCAST_SEED_DIR", async () => {
		const HINDCAST_SEED_DIR = fileURLToPath(new URL("../../../fixtures/books", import.meta.url));
		const started = run({ PORT: "0", HINDCAST_BOOKS_DIR: await books(), HINDCAST_SEED_DIR });
		const answer = await fetch(`${await started.url}/api/moonrobo/replays`);
		expect(((await answer.json()) as { replay_count: number }).replay_count).toBe(2);
	});
});
