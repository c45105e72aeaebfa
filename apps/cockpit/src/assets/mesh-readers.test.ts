import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMeshError, type MeshData, type MeshErrorCode } from "./mesh.ts";
import { readObj } from "./obj.ts";
import { readStl } from "./stl.ts";

const text = (...lines: string[]) => new TextEncoder().encode(lines.join("\n"));

/** A binary STL of triangles of nine numbers each. */
function binaryStl(triangles: number[][], header = "made by hand"): Uint8Array {
	const view = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
	new Uint8Array(view.buffer).set(text(header));
	view.setUint32(80, triangles.length, true);
	triangles.forEach((corners, k) => {
		corners.forEach((value, i) => {
			view.setFloat32(84 + 50 * k + 12 + 4 * i, value, true);
		});
	});
	return new Uint8Array(view.buffer);
}

function codeOf(read: () => MeshData): MeshErrorCode | null {
	try {
		read();
		return null;
	} catch (error) {
		if (isMeshError(error)) return error.code;
		throw error;
	}
}

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];

describe("readStl", () => {
	it("reads binary files, also those whose header says solid", () => {
		for (const header of ["made by hand", "solid liar"]) {
			expect([...readStl(binaryStl([triangle, triangle], header)).positions]).toEqual([
				...triangle,
				...triangle,
			]);
		}
	});

	it("reads ASCII files", () => {
		const bytes = text(
			"solid one",
			" facet normal 0 0 1",
			"  outer loop",
			"   vertex 0 0 0",
			"   vertex 1e0 0 0",
			"\tvertex 0 +1. -.5",
			"  endloop",
			" endfacet",
			"endsolid one",
		);
		expect([...readStl(bytes).positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, -0.5]);
	});

	it("leaves out triangles that are not finite, and says how many", () => {
		const mesh = readStl(
			binaryStl([triangle, [...triangle.slice(0, 8), Number.NaN], triangle.map((v) => v / 0)]),
		);
		expect([mesh.positions.length, mesh.droppedTriangles]).toEqual([9, 2]);
	});

	it("refuses a count that the file's length contradicts, before it allocates", () => {
		const bytes = binaryStl([triangle]);
		new DataView(bytes.buffer).setUint32(80, 0xffffffff, true);
		expect(codeOf(() => readStl(bytes))).toBe("mesh-malformed");
		expect(codeOf(() => readStl(binaryStl([triangle]).subarray(0, 130)))).toBe("mesh-malformed");
		expect(codeOf(() => readStl(new Uint8Array(3)))).toBe("mesh-malformed");
	});

	it("refuses too many triangles, and none", () => {
		expect(codeOf(() => readStl(binaryStl([triangle, triangle]), { maxTriangles: 1 }))).toBe(
			"mesh-too-large",
		);
		expect(codeOf(() => readStl(binaryStl([])))).toBe("mesh-empty");
		expect(codeOf(() => readStl(text("solid", "vertex 0 0 0", "vertex 1 0 0")))).toBe("mesh-malformed");
		expect(codeOf(() => readStl(text("solid", "vertex 0 0 0", "vertex 1 0 0", "vertex 0 x 0")))).toBe(
			"mesh-malformed",
		);
	});
});

describe("readObj", () => {
	it("reads polygons as fans, with negative indices and normals", () => {
		const mesh = readObj(
			text(
				"# square",
				"v 0 0 0",
				"v 1 0 0 0.5 0.5 0.5",
				"v 1 1 0",
				"v 0 1 0",
				"vn 0 0 2",
				"usemtl a",
				"f 1//1 2//1 3//1 4//1",
				"f -4//-1 -3//-1 -2//-1",
				"",
			),
		);
		expect([...mesh.positions]).toEqual([
			...[0, 0, 0, 1, 0, 0, 1, 1, 0],
			...[0, 0, 0, 1, 1, 0, 0, 1, 0],
			...[0, 0, 0, 1, 0, 0, 1, 1, 0],
		]);
		expect([...(mesh.normals ?? [])].slice(0, 3)).toEqual([0, 0, 1]);
	});

	it("gives up normals that are not there for every corner", () => {
		const mesh = readObj(text("v 0 0 0", "v 1 0 0", "v 0 1 0", "vn 0 0 1", "f 1//1 2//1 3"));
		expect(mesh.normals).toBeNull();
	});

	it.each<[string, MeshErrorCode, Uint8Array]>([
		["an index beyond the vertices", "mesh-malformed", text("v 0 0 0", "f 1 2 3")],
		["an index of 0", "mesh-malformed", text("v 0 0 0", "f 0 0 0")],
		["a vertex of two numbers", "mesh-malformed", text("v 0 0", "f 1 1 1")],
		["no face", "mesh-empty", text("v 0 0 0")],
		["only faces that are not finite", "mesh-empty", text("v 0 0 x", "f 1 1 1")],
		["nothing", "mesh-empty", new Uint8Array()],
	])("refuses %s", (_what, code, bytes) => {
		expect(codeOf(() => readObj(bytes))).toBe(code);
	});

	it("counts triangles before it allocates", () => {
		const bytes = text("v 0 0 0", `f ${"1 ".repeat(1000)}`);
		expect(codeOf(() => readObj(bytes, { maxTriangles: 997 }))).toBe("mesh-too-large");
		expect(readObj(bytes, { maxTriangles: 998 }).positions.length).toBe(998 * 9);
	});
});

describe("damaged files", () => {
	it("give a mesh of finite numbers or a typed error, never anything else", () => {
		const sources = [
			{ read: readStl, bytes: binaryStl([triangle, triangle]) },
			{ read: readStl, bytes: text("solid", "vertex 0 0 0", "vertex 1 0 0", "vertex 0 1 0") },
			{ read: readObj, bytes: text("v 0 0 0", "v 1 0 0", "v 0 1 0", "vn 0 0 1", "f 1//1 2//1 3//1") },
		];
		const damage = fc.record({
			source: fc.constantFrom(...sources),
			keep: fc.double({ min: 0.01, max: 1, noNaN: true }),
			bytes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
			cut: fc.boolean(),
		});
		let read = 0;
		fc.assert(
			fc.property(damage, ({ source, keep, bytes, cut }) => {
				const head = source.bytes.slice(0, Math.ceil(keep * source.bytes.length));
				for (const [at, value] of bytes) head[at % head.length] = value;
				const whole = cut ? head : Uint8Array.from([...head, ...source.bytes.slice(head.length)]);
				codeOf(() => {
					const mesh = source.read(whole);
					expect(mesh.positions.every(Number.isFinite)).toBe(true);
					expect(mesh.positions.length % 9).toBe(0);
					read++;
					return mesh;
				});
			}),
			{ seed: 9, numRuns: 1500 },
		);
		expect(read).toBeGreaterThan(100);
	});
});
