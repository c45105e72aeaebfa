import { spawnSync } from "node:child_process";
import { numpyAvailable, python } from "@hindcast/tooling/python";
import { encode } from "@msgpack/msgpack";
import { describe, expect, it } from "vitest";
import { readJson } from "./json/read-json.ts";
import { replayLimits } from "./limits.ts";
import { readMsgpack } from "./msgpack/read-msgpack.ts";
import { readNpz } from "./npz/read-npz.ts";
import { Pace } from "./pace.ts";
import { readReplay } from "./read.ts";
import { createFindings, pointer } from "./report/findings.ts";
import { sampleReplay } from "./testing/sample.ts";
import type { ContainerContent } from "./validate.ts";
import { writeReplay } from "./write.ts";

async function contentOf(read: typeof readJson, bytes: Uint8Array): Promise<ContainerContent> {
	const pace = new Pace(bytes.length, {});
	const candidate = await read(bytes, { findings: createFindings(), limits: replayLimits, pace });
	return candidate?.container ?? expect.fail("refused");
}

/** Puts an NPZ together again by Python's zipfile, with comments and extra fields. */
function rezipped(bytes: Uint8Array, change: string): Uint8Array {
	const script = `
import io, struct, sys, zipfile
source = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
out = io.BytesIO()
with zipfile.ZipFile(out, "w") as archive:
    for index, name in enumerate(source.namelist()):
        info = zipfile.ZipInfo(name)
        data = source.read(name)
${change}
sys.stdout.buffer.write(out.getvalue())
`;
	const { stdout, stderr } = spawnSync(python, ["-c", script], { input: bytes });
	expect(String(stderr)).toBe("");
	return new Uint8Array(stdout);
}

describe("what our writers write", () => {
	it.each([
		["json", readJson],
		["npz", readNpz],
		["msgpack", readMsgpack],
	] as const)("holds nothing besides: %s", async (encoding, read) => {
		const bytes = writeReplay(await sampleReplay(), { encoding });
		expect(await contentOf(read, bytes)).toEqual({ texts: [], foreign: [] });
	});
});

describe("a document's other content", () => {
	const ignored = {
		texts: [
			{ path: pointer("/home/ann"), text: "/home/ann" },
			{ path: "/arrays/half", text: "half" },
		],
		foreign: [pointer("/home/ann"), "/arrays/half"],
	};

	it("is named by place, keys as text: json", async () => {
		const text = '{"/home/ann":[1,{"a":2}],"arrays":{"half":{"dtype":"float16","shape":[1],"data":[1]}}}';
		expect(await contentOf(readJson, new TextEncoder().encode(text))).toEqual(ignored);
	});

	it("is named by place, keys as text: msgpack", async () => {
		const half = { d: "float16", s: [1], b: Uint8Array.of(0, 0) };
		const bytes = encode({ "/home/ann": [1, { a: 2 }], arrays: { half } });
		expect(await contentOf(readMsgpack, bytes)).toEqual(ignored);
	});
});

describe.skipIf(!numpyAvailable)("an archive's other content", () => {
	const plain = "        archive.writestr(info, data)";

	it("is nothing where Python's zipfile adds nothing", async () => {
		const bytes = rezipped(writeReplay(await sampleReplay(), { encoding: "npz" }), plain);
		expect(await contentOf(readNpz, bytes)).toEqual({ texts: [], foreign: [] });
	});

	it("is comments and extra fields, of members by their number", async () => {
		const change = `
        if index == 0: info.comment = b"by ann"
        if index == 1: info.extra = struct.pack("<HH", 0x6375, 9) + b"/home/ann"
        if index == 2: info.extra = struct.pack("<HHHH", 0xd935, 4, 64, 0) + struct.pack("<HH", 0x5455, 0)
        if index == 3: info.extra = struct.pack("<HHH", 0xd935, 6, 64) + b"\\0ann"
        archive.writestr(info, data)
    archive.comment = "caf\\u00e9 10.0.0.7".encode()`;
		const bytes = rezipped(writeReplay(await sampleReplay(), { encoding: "npz" }), change);
		const { texts, foreign } = await contentOf(readNpz, bytes);
		// Python writes extra fields to the local header and to the directory.
		expect(texts).toEqual(
			[
				{ path: "/container/comment", text: "café 10.0.0.7" },
				{ path: "/container/members/0/comment", text: "by ann" },
				{ path: "/container/members/1/extra", text: "/home/ann" },
				{ path: "/container/members/1/extra", text: "/home/ann" },
				{ path: "/container/members/3/extra", text: "@\0\0ann" },
				{ path: "/container/members/3/extra", text: "@\0\0ann" },
			].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
		);
		expect(foreign.filter((path) => path === "/container/members/2/extra")).toHaveLength(2);
	});

	it("is found through zip64 fields too", async () => {
		const change = `
        info.comment = b"note"
        with archive.open(info, "w", force_zip64=True) as member: member.write(data)`;
		const replay = await sampleReplay();
		const bytes = rezipped(writeReplay(replay, { encoding: "npz" }), change);
		const { texts } = await contentOf(readNpz, bytes);
		expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(["note"]));
		expect(texts.length).toBe(Object.keys(replay.arrays).length + 1);
	});

	it.each([
		["before it", (bytes: Uint8Array) => Uint8Array.of(1, 2, ...bytes)],
		["behind it", (bytes: Uint8Array) => Uint8Array.of(...bytes, 1, 2)],
	])("is refused %s", async (_, change) => {
		const bytes = change(writeReplay(await sampleReplay(), { encoding: "npz" }));
		const { report } = await readReplay(bytes);
		expect(report.diagnostics.map(({ code }) => code)).toEqual(["container-corrupt"]);
	});
});
