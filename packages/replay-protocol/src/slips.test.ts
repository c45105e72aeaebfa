import { writeNpy, writeNpz } from "@hindcast/npz-safe";
import { describe, expect, it } from "vitest";
import { readReplay } from "./read.ts";
import { sampleReplay } from "./testing/sample.ts";
import { writeReplay } from "./write.ts";

const utf8 = new TextEncoder();

async function diagnosticsOf(content: string | Uint8Array) {
	const { report } = await readReplay(typeof content === "string" ? utf8.encode(content) : content);
	return report.diagnostics;
}

async function sampleText(): Promise<string> {
	return new TextDecoder().decode(writeReplay(await sampleReplay(), { encoding: "json" }));
}

describe("bare tokens for numbers that are not finite", () => {
	it.each(["NaN", "Infinity", "-Infinity"])("are named, wherever they are: %s", async (token) => {
		const text = await sampleText();
		const files = [
			text.replace('"data":[0,0.02', `"data":[${token},0.02`),
			text.replace('"metadata":{', `"metadata":{"gain":${token},`),
			text.replace('{"metadata"', `{"other":[${token}],"metadata"`),
			text.replace(/"qj":\{.*?\}/, `"qj":[[${token},0]]`),
		];
		for (const file of files) {
			expect(file).not.toBe(text);
			const at = file.indexOf(token) + (token.startsWith("-") ? 1 : 0);
			const found = await diagnosticsOf(file);
			expect(found.find(({ severity }) => severity === "blocking")).toMatchObject({
				code: "container-corrupt",
				params: { reason: `${token} is not JSON; write null`, offset: at },
			});
		}
	});

	it("are told from other slips", async () => {
		const text = await sampleText();
		for (const slip of ["Na", "nan", "Inf", "None", '"\\NaN"']) {
			const [first] = await diagnosticsOf(text.replace('"data":[0,0.02', `"data":[${slip},0.02`));
			expect(first.params["reason"]).toBe("json-syntax");
		}
	});
});

describe("a file of no encoding", () => {
	it.each([
		["the file is empty", new Uint8Array()],
		["begins with a byte order mark; write UTF-8 without it", utf8.encode("\ufeff{}")],
		[
			"a single NPY array; save with np.savez",
			writeNpy({ dtype: "float64", shape: [1], data: Float64Array.of(0) }),
		],
		["neither JSON, NPZ nor MessagePack", Uint8Array.of(0xef, 0xbb)],
	])("is named: %s", async (reason, content) => {
		expect(await diagnosticsOf(content)).toMatchObject([{ code: "container-corrupt", params: { reason } }]);
	});
});

describe("metadata_json of another type", () => {
	it.each([
		["long text", { dtype: "unicode", shape: [], data: ["{}".padEnd(1028)] }],
		["short text", { dtype: "unicode", shape: [], data: ["{}"] }],
		["int8", { dtype: "int8", shape: [2], data: Int8Array.of(0x7b, 0x7d) }],
	] as const)("is malformed metadata, with the repair: %s", async (_, metadata_json) => {
		const { arrays } = await sampleReplay();
		const { t, qj } = arrays;
		const found = await diagnosticsOf(writeNpz({ t, qj, metadata_json } as never));
		expect(found[0]).toMatchObject({
			code: "malformed-metadata",
			path: "/metadata",
			params: {
				reason: "metadata_json must be uint8 (N,): np.frombuffer(json.dumps(m).encode(), np.uint8)",
			},
		});
		expect(found.map(({ code }) => code)).not.toContain("size-limit-exceeded");
	});
});

it("an unknown limit is named with the known ones", async () => {
	const read = readReplay(new Uint8Array(), { limits: { frame: 4 } as never });
	await expect(read).rejects.toThrow(/^unknown limits\.frame; known are .*frames, joints/);
	await expect(read).rejects.toBeInstanceOf(TypeError);
});
