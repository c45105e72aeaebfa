import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeReplay } from "@hindcast/replay-protocol";
import { frameWindowSchema } from "@hindcast/replay-protocol/http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeReplay, replayBytes } from "../testing/replays.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
const times = Float64Array.from([0, 0.1, 0.15, 0.25, 3]);
const frames = times.length;

beforeAll(async () => {
	host = await startTestHost();
	const replay = await makeReplay({ frames });
	const { arrays } = replay;
	const nan = Float64Array.from({ length: 2 * frames }, (_, at) => (at % 3 === 0 ? Number.NaN : at));
	const bytes = writeReplay(
		{
			...replay,
			metadata: { ...replay.metadata, duration_s: 3 },
			arrays: {
				...arrays,
				t: { dtype: "float64", shape: [frames], data: times },
				dqj: { dtype: "float64", shape: [frames, 2], data: nan },
				frame_id: {
					dtype: "int64",
					shape: [frames],
					data: BigInt64Array.from([0n, 1n, 2n, 9007199254740993n, 9007199254740994n]),
				},
				planned_contact: { dtype: "bool", shape: [frames], data: Uint8Array.from([0, 1, 0, 1, 1]) },
				x_tensor: {
					dtype: "int16",
					shape: [frames, 2, 1],
					data: Int16Array.from({ length: 2 * frames }, (_, at) => at),
				},
				x_table: { dtype: "float32", shape: [3], data: Float32Array.from([1.5, 2.5, 3.5]) },
				x_scalar: { dtype: "int8", shape: [], data: Int8Array.from([7]) },
			},
		},
		{ encoding: "npz" },
	);
	const answer = await host.import(bytes, { replay_id: "a" });
	expect([answer.status, await answer.text()]).toEqual([200, expect.anything()]);
});

afterAll(() => host.close());

const ask = (query: string, headers: Record<string, string> = {}, id = "a") =>
	fetch(`${host.url}/api/moonrobo/replays/${id}/payload?${query}`, { headers });
const cut = async (from: number, to: number) => {
	const answer = await ask(`from=${from}&to=${to}`);
	expect(answer.status).toBe(200);
	return frameWindowSchema.parse(await answer.json());
};

describe("a window", () => {
	it("holds the frames with from <= t <= to, where they stand in the whole, and arrays as in JSON", async () => {
		const { window, arrays, ...envelope } = await cut(0.1, 0.25);
		expect(window).toMatchObject({ from: 0.1, to: 0.25, first_frame: 1, frame_count: 3, tick_count: 5 });
		expect(envelope).toMatchObject({ classification: "imported", persisted: true, replay_id: "a" });
		expect(arrays["t"]).toEqual({ dtype: "float64", shape: [3], data: [0.1, 0.15, 0.25] });
		expect(arrays["joint_name"]?.data).toEqual(["swing", "slide"]);
		expect(arrays["dqj"]).toEqual({
			dtype: "float64",
			shape: [3, 2],
			data: [
				[2, null],
				[4, 5],
				[null, 7],
			],
		});
		expect(arrays["frame_id"]?.data).toEqual([1, 2, "9007199254740993"]);
		expect(arrays["planned_contact"]?.data).toEqual([true, false, true]);
		expect(arrays["x_tensor"]).toEqual({
			dtype: "int16",
			shape: [3, 2, 1],
			data: [
				[[2], [3]],
				[[4], [5]],
				[[6], [7]],
			],
		});
		expect(arrays["x_table"]).toEqual({ dtype: "float32", shape: [3], data: [1.5, 2.5, 3.5] });
		expect(arrays["x_scalar"]).toEqual({ dtype: "int8", shape: [], data: [7] });
	});

	it("holds what filtering all frames gives, for any ends", async () => {
		const end = fc.constantFrom(-1, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 3, 4);
		const property = fc.asyncProperty(end, end, async (a, b) => {
			const [from, to] = [Math.min(a, b), Math.max(a, b)];
			const { window, arrays } = await cut(from, to);
			const inside = [...times].filter((t) => from <= t && t <= to);
			expect(arrays["t"]?.data).toEqual(inside);
			expect([window.frame_count, window.first_frame]).toEqual([
				inside.length,
				[...times].filter((t) => t < from).length,
			]);
		});
		await fc.assert(property, { seed: 20_261_130, numRuns: 30 });
	});

	it("is an entity of its own: strong ETag, conditional requests, HEAD", async () => {
		const answer = await ask("from=0&to=1");
		const etag = answer.headers.get("etag") ?? "";
		const whole = await fetch(`${host.url}/api/moonrobo/replays/a/payload`);
		expect(etag).toMatch(/^"sha256:[0-9a-f]{64}"$/);
		expect([etag, answer.headers.get("content-type")]).toEqual([
			expect.not.stringContaining(whole.headers.get("etag") ?? ""),
			"application/json; charset=utf-8",
		]);
		expect((await ask("from=0&to=1")).headers.get("etag")).toBe(etag);
		expect((await ask("from=0&to=1", { "if-none-match": etag })).status).toBe(304);
		expect((await ask("from=0&to=2", { "if-none-match": etag })).status).toBe(200);
		expect((await ask("from=0&to=3", { "if-none-match": etag })).status).toBe(200);
		expect((await ask("from=0&to=3", { "if-match": etag })).status).toBe(412);
	});

	it.each([
		"from=0",
		"to=1",
		"from=&to=1",
		"from=0&to=",
		"from=NaN&to=1",
		"from=0&to=Infinity",
		"from=0&to=1e999",
		"from=0x1&to=2",
		"from=%200&to=1",
		"from=1&to=0",
		"from=0&from=1&to=2",
	])("?%s is none", async (query) => {
		const answer = await ask(query);
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
			400,
			"decode-request",
		]);
	});

	it("takes numbers as they are written", async () => {
		const window = (await (await ask("from=-1.5e-1&to=1E0")).json()) as { window: object };
		expect(window.window).toMatchObject({ from: -0.15, to: 1, frame_count: 4 });
	});

	it("of a million values is answered, and of more is refused before anything is made", async () => {
		const replay = await makeReplay({ frames: 1000 });
		const wide = (width: number) => ({
			...replay,
			arrays: {
				...replay.arrays,
				x_wide: { dtype: "int8", shape: [1000, width], data: new Int8Array(1000 * width) } as const,
			},
		});
		// t, mode, frame_id, and qj and dqj of two joints: 7 values a frame; and two joint names.
		for (const [width, status] of [
			[992, 200],
			[993, 200],
			[994, 422],
		] as const) {
			const id = `wide-${width}`;
			await host.import(writeReplay(wide(width), { encoding: "npz" }), { replay_id: id });
			const answer = await ask("from=0&to=1000", {}, id);
			const { code } = (await answer.json()) as { code?: string };
			const expected = 1000 * (7 + width) + 2 > 1_000_000 ? 422 : status;
			expect([width, answer.status, code]).toEqual([
				width,
				expected,
				expected === 422 ? "window-too-large" : undefined,
			]);
			expect((await ask("from=0&to=1", {}, id)).status).toBe(200);
		}
	});

	it("of damaged bytes is refused, also when it was answered before", async () => {
		await host.import(await replayBytes("json"), { replay_id: "b" });
		expect((await ask("from=0&to=1", {}, "b")).status).toBe(200);
		const payload = join(host.book, "runs/replays/b/payload.json");
		const { length } = await replayBytes("json");
		await writeFile(payload, Buffer.alloc(length, " "));
		expect((await ask("from=0&to=1", {}, "b")).status).toBe(500);
		await rm(payload);
		expect(((await (await ask("from=0&to=1", {}, "b")).json()) as { code: string }).code).toBe(
			"evidence-damaged",
		);
		expect((await ask("from=0&to=1", {}, "absent")).status).toBe(404);
	});
});
