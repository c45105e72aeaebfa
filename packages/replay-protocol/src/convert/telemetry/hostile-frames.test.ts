import { describe, expect, it } from "vitest";
import { sessionFrames } from "../../testing/ledger.ts";
import { convertTelemetryFrames } from "./convert-telemetry-frames.ts";

const frames = sessionFrames();
const [joint] = frames[0].joints;

function throws(): never {
	throw new Error("read me not");
}

/** A proxy that throws whatever is done with it. */
function trap(): object {
	const names = ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"] as const;
	return new Proxy({}, Object.fromEntries(names.map((name) => [name, throws])));
}

function revoked(): object {
	const { proxy, revoke } = Proxy.revocable({}, {});
	revoke();
	return proxy;
}

/** What is asked of every object that is awaited. */
const awaited = "then";

const cyclic: Record<string, unknown> = { ...frames[1] };
cyclic["self"] = cyclic;

/** Lists in lists that are shared: 10 parts at each level are 10^12 values. */
function bomb(): unknown {
	let value: unknown = 0;
	for (let level = 0; level < 12; level++) value = Array(10).fill(value);
	return value;
}

function deep(levels: number): unknown {
	let value: unknown = 0;
	for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
	return value;
}

const hostile: readonly (readonly [what: string, frame: unknown, reason: RegExp])[] = [
	["a cycle", cyclic, /deeper than 16/],
	["a deep key", { ...frames[1], extra: deep(50_000) }, /deeper than 16/],
	["a big integer", { ...frames[1], extra: { a: 1n } }, /bigint is not JSON/],
	["a function", { ...frames[1], extra: throws }, /function is not JSON/],
	["a map", { ...frames[1], extra: new Map() }, /not plain data/],
	["a shared bomb", { ...frames[1], extra: bomb() }, /more than 1000000 values/],
	["an endless list", { ...frames[1], extra: Array(2 ** 32 - 1) }, /undefined is not JSON/],
	["the key __proto__", JSON.parse('{ "__proto__": {} }'), /__proto__/],
	[
		"a getter",
		Object.defineProperty({ ...frames[1] }, "mode", { get: throws, enumerable: true }),
		/cannot be read/,
	],
	[
		"a getter for then",
		Object.defineProperty({ ...frames[1] }, awaited, { get: throws, enumerable: true }),
		/cannot be/,
	],
	[
		"a joint's getter",
		{
			...frames[1],
			joints: [Object.defineProperty({ ...joint }, "name", { get: throws, enumerable: true })],
		},
		/cannot be read/,
	],
	["a trap", trap(), /cannot be read/],
	["a trap as joints", { ...frames[1], joints: trap() }, /cannot be read/],
	["a revoked proxy", revoked(), /cannot be read/],
	["nothing", null, /must be an object/],
	["a number", 5, /must be an object/],
	["a list", [], /must be an object|is absent/],
];

describe("a frame that is no plain document", () => {
	it.each(hostile)("is refused with its place: %s", async (_, frame, reason) => {
		for (const given of [[frames[0], frame], new Set([frames[0], frame])]) {
			await expect(convertTelemetryFrames(given as never)).rejects.toMatchObject({
				name: "ConvertError",
				code: "frame-malformed",
				place: expect.stringMatching(/^\/frames\/1(\/|$)/),
				message: expect.stringMatching(reason),
			});
		}
	});

	it("is read once, part by part", async () => {
		const reads = new Map<PropertyKey, number>();
		const counting = new Proxy(frames[1], {
			get(target, key, receiver) {
				reads.set(key, (reads.get(key) ?? 0) + 1);
				return Reflect.get(target, key, receiver);
			},
		});
		const { artifact } = await convertTelemetryFrames([frames[0], counting]);
		expect(artifact?.arrays.frame_id.data).toEqual(["f-0", "f-1"]);
		expect([...reads.keys()].sort()).toEqual(Object.keys(frames[1]).sort());
		expect(new Set(reads.values())).toEqual(new Set([1]));
	});

	it("is what it was before: NaN, absent keys and the order of keys are no faults", async () => {
		const given = frames.map(({ errors, ...frame }) => ({
			errors,
			extra: undefined,
			...frame,
			imu: undefined,
		}));
		const same = await convertTelemetryFrames(frames);
		const { artifact } = await convertTelemetryFrames(given as never);
		expect(artifact?.metadata.content_digest).toBe(same.artifact?.metadata.content_digest);
		expect(artifact?.arrays.qj.data).toEqual(Float64Array.of(0, 0.1, 0.2, 0.3));
	});
});
