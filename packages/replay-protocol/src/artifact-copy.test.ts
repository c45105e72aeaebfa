import { describe, expect, it } from "vitest";
import { sampleReplay, texts } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";

const replay = await sampleReplay();
const clean = validateReplay(replay).diagnostics.filter(({ severity }) => severity === "blocking");

function throws(): never {
	throw new Error("read me not");
}

/** Throws whatever is done with it but `typeof`. */
function trap(): object {
	const names = ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"] as const;
	return new Proxy({}, Object.fromEntries(names.map((name) => [name, throws])));
}

function revoked(target: object): object {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
}

/** The object with a getter that throws in place of one key. */
function withGetter(object: object, key: string): never {
	return Object.defineProperty({ ...object }, key, { get: throws, enumerable: true }) as never;
}

const { metadata, arrays } = replay;
const withArray = (name: string, array: unknown) => ({ metadata, arrays: { ...arrays, [name]: array } });
const withKey = (key: string, value: unknown) => ({ metadata: { ...metadata, [key]: value }, arrays });

function blockingOf(artifact: unknown): string[] {
	const { ok, diagnostics } = validateReplay(artifact as never);
	expect(ok).toBe(false);
	const blocking = diagnostics.filter(({ severity }) => severity === "blocking");
	return blocking.map(({ code, path }) => `${code} ${path}`);
}

it("the sample has nothing that blocks", () => {
	expect(clean).toEqual([]);
});

describe("an array that throws when it is read is none", () => {
	const values = arrays.qj.data;
	const modes = [...(arrays.mode.data as string[])];
	it.each([
		["qj", "a getter for its data", withGetter(arrays.qj, "data")],
		["qj", "a getter for its shape", withGetter(arrays.qj, "shape")],
		["qj", "a getter for its dtype", withGetter(arrays.qj, "dtype")],
		["qj", "a trap", trap()],
		["qj", "a revoked proxy", revoked(arrays.qj)],
		["qj", "a revoked shape", { ...arrays.qj, shape: revoked([]) }],
		["qj", "a trap as data", { ...arrays.qj, data: trap() }],
		["qj", "a proxy of its data", { ...arrays.qj, data: new Proxy(values, {}) }],
		["mode", "a revoked list", { ...arrays.mode, data: revoked(modes) }],
		["mode", "a getter for one element", { ...arrays.mode, data: withGetterAt(modes, 2) }],
		["x_own", "a trap", trap()],
	])("%s: %s", (name, _, array) => {
		const found = blockingOf(withArray(name, array));
		expect(found).toEqual([`dtype-not-allowed /arrays/${name}`]);
	});

	it("and its own length is not asked", () => {
		const data = Object.defineProperty(Float64Array.from(values), "length", { get: throws });
		const { ok, diagnostics } = validateReplay(withArray("qj", { ...arrays.qj, data }) as never);
		expect(diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
		expect(ok).toBe(true);
	});

	it("but where nothing of it is read, what it is instead of tells", () => {
		expect(blockingOf(withArray("qj", { ...arrays.qj, shape: trap() }))).toEqual([
			"shape-mismatch /arrays/qj",
		]);
	});

	it("and others are judged as they are", () => {
		const artifact = {
			metadata,
			arrays: { ...arrays, mode: texts(["", "high", "high", "high"]), qj: trap() },
		};
		expect(blockingOf(artifact)).toEqual(
			["mode-empty /arrays/mode/0", "dtype-not-allowed /arrays/qj"].sort(),
		);
	});

	it("and a getter for the array itself", () => {
		expect(blockingOf({ metadata, arrays: withGetter(arrays, "t") })).toContain(
			"dtype-not-allowed /arrays/t",
		);
	});
});

function withGetterAt(list: readonly unknown[], index: number): unknown[] {
	return Object.defineProperty([...list], index, { get: throws });
}

describe("metadata that throws when it is read is named", () => {
	const cyclic: Record<string, unknown> = {};
	cyclic["self"] = cyclic;
	it.each([
		["a getter", withGetter({}, "a"), "/note/a"],
		["a trap", trap(), "/note"],
		["a revoked list", revoked([]), "/note"],
		["an element's getter", withGetterAt([1, 2, 3], 1), "/note/1"],
		["a big integer", { a: [1n] }, "/note/a/0"],
		["a symbol", Symbol("x"), "/note"],
		["a cycle", cyclic, "/note/self/self/self/self/self/self/self"],
	])("%s", (_, value, path) => {
		expect(blockingOf(withKey("note", value))).toEqual([`malformed-metadata /metadata${path}`]);
	});

	it.each([
		["a trap", trap()],
		["a revoked proxy", revoked({})],
	])("%s in its place", (_, value) => {
		expect(blockingOf({ metadata: value, arrays })).toEqual(["malformed-metadata /metadata"]);
	});
});

describe("an artifact that throws when it is read", () => {
	it.each([
		["a trap", trap()],
		["a revoked proxy", revoked({})],
		["nothing", null],
		["a number", 5],
	])("is no replay: %s", (_, artifact) => {
		expect(blockingOf(artifact)).toContain("malformed-metadata /metadata");
		expect(blockingOf(artifact)).toContain("missing-required-array /arrays/t");
	});

	it("has what can be read of it judged", () => {
		expect(blockingOf(withGetter(replay, "metadata"))).toEqual(["malformed-metadata /metadata"]);
		const names = ["t", "joint_name", "qj", "dqj", "mode", "frame_id"];
		for (const artifact of [withGetter(replay, "arrays"), { metadata, arrays: trap() }]) {
			expect(blockingOf(artifact)).toEqual(
				expect.arrayContaining(names.map((name) => `missing-required-array /arrays/${name}`)),
			);
		}
	});
});

describe("a context that is wrong is refused by its field", () => {
	const joint = { name: "a", type: "revolute", lower: 0, upper: null };
	it.each([
		[{ model: { joints: 5 } }, /^context\.model\.joints must be a list/],
		[{ model: { joints: [joint, null] } }, /^context\.model\.joints\[1\] must be an object, got Null/],
		[{ model: { joints: [{ ...joint, name: 5 }] } }, /^context\.model\.joints\[0\]\.name must be text/],
		[
			{ model: { joints: [{ ...joint, lower: 1n }] } },
			/^context\.model\.joints\[0\]\.lower must be a number/,
		],
		[{ model: { joints: [{ ...joint, velocity: "2" }] } }, /^context\.model\.joints\[0\]\.velocity must be/],
		[{ model: { joints: Array(2) } }, /^context\.model\.joints\[0\] must be an object, got undefined/],
		[{ annotations: [null] }, /^context\.annotations\[0\] must be an object/],
		[{ annotations: [{ annotation_id: 6 }] }, /^context\.annotations\[0\]\.annotation_id must be text/],
	])("%o", (context, message) => {
		expect(() => validateReplay(replay, context as never)).toThrow(TypeError);
		expect(() => validateReplay(replay, context as never)).toThrow(message);
	});

	it("and never fails anywhere else", () => {
		const junk = [
			null,
			0,
			-1,
			Number.NaN,
			"x",
			"",
			true,
			1n,
			[],
			[null],
			[[]],
			{},
			{ id: {} },
			Symbol("x"),
			() => 0,
		];
		const places = ["profile", "robot", "robot.id", "robot.bridge", "robot.bridge.id", "robot.limits"]
			.concat(["robot.limits.telemetry_freshness_ms", "model", "model.digest", "model.joints", "annotations"])
			.concat(["receipts", "snapshots", "dispatches", "feedback"]);
		for (const place of places) {
			for (const value of junk) {
				const context = place.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
				let said = "";
				try {
					validateReplay(replay, context as never);
				} catch (error) {
					expect(error).toBeInstanceOf(TypeError);
					said = (error as Error).message;
				}
				if (said !== "") expect(said).toMatch(/^context\./);
			}
		}
	});
});
