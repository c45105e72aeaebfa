import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkTarget, type Target, writeResults } from "./output.ts";
import type { Shell } from "./shell.ts";

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "hindcast-output-"));
});
afterEach(() => rm(folder, { recursive: true }));

const sink = () => new Writable({ write: (_, __, done) => done() });

function shell(signal = new AbortController().signal): Shell {
	return { stdin: Readable.from([]), stdout: sink(), stderr: sink(), signal, env: {}, now: () => 0 };
}

function target(name: string, others: Partial<Target> = {}): Target {
	return { path: join(folder, name), force: false, inputs: [], ...others };
}

const code = (work: Promise<unknown>) => work.then(() => "done").catch((error) => error.code);

describe("a result", () => {
	it("is written whole, and leaves nothing beside it", async () => {
		const content = new Uint8Array(3_000_000).fill(7);
		await checkTarget(target("run.npz"));
		await writeResults([{ target: target("run.npz"), content: content }], shell());
		expect((await readFile(join(folder, "run.npz"))).equals(content)).toBe(true);
		expect(await readdir(folder)).toEqual(["run.npz"]);
	});

	it("never replaces a file unasked, not even one that has come meanwhile", async () => {
		await writeFile(join(folder, "run.npz"), "old");
		expect(await code(checkTarget(target("run.npz")))).toBe("output-exists");
		expect(await code(writeResults([{ target: target("run.npz"), content: "new" }], shell()))).toBe(
			"output-exists",
		);
		expect(await readFile(join(folder, "run.npz"), "utf8")).toBe("old");
		await checkTarget(target("run.npz", { force: true }));
		await writeResults([{ target: target("run.npz", { force: true }), content: "new" }], shell());
		expect(await readFile(join(folder, "run.npz"), "utf8")).toBe("new");
		expect(await readdir(folder)).toEqual(["run.npz"]);
	});

	it("never replaces its source, under whatever name", async () => {
		await writeFile(join(folder, "run.npz"), "evidence");
		await link(join(folder, "run.npz"), join(folder, "hard.npz"));
		await symlink("run.npz", join(folder, "soft.npz"));
		const inputs = [join(folder, "absent"), join(folder, "soft.npz")];
		for (const name of ["run.npz", "hard.npz"])
			expect(await code(checkTarget(target(name, { force: true, inputs })))).toBe("output-is-input");
		expect(await code(checkTarget(target("soft.npz", { force: true, inputs })))).toBe("not-a-file");
	});

	it("never goes into a folder that is read", async () => {
		await mkdir(join(folder, "session/sub"), { recursive: true });
		await mkdir(join(folder, "session-2"));
		await symlink("session", join(folder, "alias"));
		for (const [name, expected] of [
			["session/out.json", "output-in-input"],
			["session/sub/out.json", "output-in-input"],
			["alias/out.json", "output-in-input"],
			["session-2/out.json", "done"],
			["out.json", "done"],
		] as const) {
			const inputs = [join(folder, "session"), join(folder, "absent")];
			expect(await code(checkTarget(target(name, { force: true, inputs }))), name).toBe(expected);
		}
	});

	it("goes to plain files only", async () => {
		await mkdir(join(folder, "sub"));
		expect(await code(checkTarget(target("sub", { force: true })))).toBe("is-a-folder");
		expect(await code(checkTarget({ path: "/dev/null", force: true, inputs: [] }))).toBe("not-a-file");
		expect(await code(writeResults([{ target: target("none/run.npz"), content: "x" }], shell()))).toBe(
			"not-found",
		);
		const missing = await checkTarget(target("none/run.npz"));
		expect(missing).toBe(undefined);
	});

	it("is not there, not even in part, when it was stopped", async () => {
		const work = writeResults(
			[{ target: target("run.npz"), content: new Uint8Array(1_000_000) }],
			shell(AbortSignal.abort()),
		);
		await expect(work).rejects.toThrow();
		expect(await readdir(folder)).toEqual([]);
	});

	it("comes with all that belongs to it, or none of it comes", async () => {
		const pair = [
			{ target: target("run.json"), content: "manifest" },
			{ target: target("none/run.npz"), content: "replay" },
		];
		expect(await code(writeResults(pair, shell()))).toBe("not-found");
		expect(await readdir(folder)).toEqual([]);
		await mkdir(join(folder, "none"));
		expect(await code(writeResults(pair, shell()))).toBe("done");
		expect(await readFile(join(folder, "none/run.npz"), "utf8")).toBe("replay");
	});

	it("is not written to a terminal when it is binary", async () => {
		const terminal = { ...shell(), stdout: Object.assign(sink(), { isTTY: true }) };
		const standard = { path: "-", force: false, inputs: [] };
		expect(await code(writeResults([{ target: standard, content: new Uint8Array(1) }], terminal))).toBe(
			"binary-to-terminal",
		);
		expect(await code(writeResults([{ target: standard, content: "text" }], terminal))).toBe("done");
	});
});
