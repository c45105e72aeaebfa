import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createReplay, writeReplay } from "@hindcast/replay-protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCli, type Cli } from "./testing/cli.ts";

const frames = 15_000;
const joints = 12;
let cli: Cli;
/** The result of a conversion that nobody stopped. */
let whole: Buffer;
/** How long that took; only to stop others somewhere on their way. */
let milliseconds: number;

beforeAll(async () => {
	cli = await buildCli();
	const names = Array.from({ length: joints }, (_, j) => `joint_${j}`);
	const texts = (text: (i: number) => string) => Array.from({ length: frames }, (_, i) => text(i));
	const replay = await createReplay({
		metadata: { robot_id: "tern", joint_type: names.map(() => "revolute") },
		arrays: {
			t: { dtype: "float64", shape: [frames], data: Float64Array.from({ length: frames }, (_, i) => i / 50) },
			joint_name: { dtype: "string", shape: [joints], data: names },
			qj: {
				dtype: "float64",
				shape: [frames, joints],
				data: Float64Array.from({ length: frames * joints }, (_, i) => Math.sin(i)),
			},
			dqj: {
				dtype: "float64",
				shape: [frames, joints],
				data: new Float64Array(frames * joints).fill(Number.NaN),
			},
			mode: { dtype: "string", shape: [frames], data: texts(() => "high") },
			frame_id: { dtype: "string", shape: [frames], data: texts((i) => `f-${i}`) },
		},
	});
	await writeFile(join(cli.folder, "long.npz"), writeReplay(replay, { encoding: "npz" }));
	const start = performance.now();
	expect((await cli.run(["convert", "long.npz", "-o", "whole.json"])).code).toBe(0);
	milliseconds = performance.now() - start;
	whole = await readFile(join(cli.folder, "whole.json"));
}, 120_000);
afterAll(() => cli.remove());

/** Converts, sends the signal after this share of the usual time, and gives how it ended. */
async function stoppedAfter(share: number, signal: "SIGINT" | "SIGKILL"): Promise<number | null> {
	const child = cli.start(["convert", "long.npz", "-o", "out.json"]);
	const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
	const timer = setTimeout(() => child.kill(signal), share * milliseconds);
	const code = await closed;
	clearTimeout(timer);
	return code;
}

describe("a conversion that is stopped", { timeout: 120_000 }, () => {
	it("by SIGINT leaves the whole result or nothing, and no temporary file", async () => {
		const codes: (number | null)[] = [];
		for (const share of [0.3, 0.5, 0.7, 0.85, 0.95]) {
			const code = await stoppedAfter(share, "SIGINT");
			const names = (await readdir(cli.folder)).filter((name) => name.includes("out.json"));
			// No code: it came before the program listens, or after it has done its work.
			expect(code === null ? [[], ["out.json"]] : [code === 0 ? ["out.json"] : []]).toContainEqual(names);
			expect([0, 130, null]).toContain(code);
			const out = await readFile(join(cli.folder, "out.json")).catch(() => whole);
			expect(out.equals(whole)).toBe(true);
			codes.push(code);
			await rm(join(cli.folder, "out.json"), { force: true });
		}
		expect(codes.some((code) => code !== 0)).toBe(true);
	});

	it("by SIGKILL never leaves a part under the name of the result", async () => {
		for (const share of [0.5, 0.8, 0.9, 0.97]) {
			await stoppedAfter(share, "SIGKILL");
			const out = await readFile(join(cli.folder, "out.json")).catch(() => whole);
			expect(out.equals(whole)).toBe(true);
			await rm(join(cli.folder, "out.json"), { force: true });
		}
	});
});
