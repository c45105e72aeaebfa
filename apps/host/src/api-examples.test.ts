import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedBooks } from "./seed.ts";
import { startTestHost, type TestHost } from "./testing/test-host.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const reference = await readFile(new URL("../API.md", import.meta.url), "utf8");
const examples = [...reference.matchAll(/^### `(\S+ \S+)`$[\s\S]*?^```sh\n([\s\S]*?)^```$/gm)].map(
	([, route = "", script = ""]) => ({ route, script }),
);

let host: TestHost;
let booksDir: string;

beforeAll(async () => {
	booksDir = await mkdtemp(join(tmpdir(), "hindcast-examples-"));
	await seedBooks(join(repository, "fixtures/books"), booksDir);
	host = await startTestHost({ booksDir, now: Date.now });
});

afterAll(async () => {
	await host.close();
	await rm(booksDir, { recursive: true });
});

/** Runs an example against the test's host. @returns its status and what it printed */
function run(script: string): Promise<{ status: number; body: string }> {
	const curl = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n`;
	const local = script
		.replaceAll("http://127.0.0.1:4655", host.url)
		.replace("curl -O ", "curl -o /dev/null ");
	return new Promise((resolve, reject) => {
		const options = { cwd: repository, maxBuffer: 64 << 20, encoding: "latin1" as const };
		execFile("bash", ["-c", curl + local], options, (error, output) => {
			if (error !== null) reject(error);
			else resolve({ status: Number(output.slice(-3)), body: output.slice(0, -4) });
		});
	});
}

it("has an example for every route", () => {
	expect(examples.length).toBe([...reference.matchAll(/^### `/gm)].length);
});

/** Examples of what the demonstration's books do not hold. */
const refused: Readonly<Record<string, string>> = {
	"POST /api/moonrobo/replays/link": "link-not-proven",
};

const hasTools = ["bash", "curl"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

it.skipIf(!hasTools).each(examples)("$route", async ({ route, script }) => {
	const { status, body } = await run(script);
	const code = refused[route];
	expect(
		[status < 400 || code !== undefined, body.includes(`"${code}"`) || code === undefined],
		body,
	).toEqual([true, true]);
});
