import { type MeshData, MeshError, type MeshLimits, meshLimits } from "./mesh.ts";
import { TriangleSoup } from "./triangle-soup.ts";

const HINT = { hint: "export the mesh again as Wavefront OBJ" };

interface Counts {
	vertices: number;
	normals: number;
	triangles: number;
}

interface Corner {
	readonly vertex: number;
	readonly normal: number;
}

/**
 * Reads the triangles of a Wavefront OBJ file: `v`, `vn` and `f` (polygons as fans, negative indices, `v/vt/vn`).
 * Groups, materials, texture coordinates, lines and points are passed over. Counted first, allocated after.
 *
 * @throws MeshError `mesh-malformed`, `mesh-too-large`, `mesh-empty`
 */
export function readObj(bytes: Uint8Array, limits: MeshLimits = meshLimits): MeshData {
	const text = new TextDecoder().decode(bytes);
	const counts = count(text);
	if (counts.triangles > limits.maxTriangles || counts.vertices > limits.maxTriangles * 3) {
		throw new MeshError(
			"mesh-too-large",
			`${counts.triangles} triangles over ${counts.vertices} vertices; at most ${limits.maxTriangles} triangles are read`,
			{ hint: "simplify the mesh" },
		);
	}
	const mesh = fill(text, counts);
	if (mesh.positions.length === 0) {
		throw new MeshError("mesh-empty", `no finite triangle (${mesh.droppedTriangles} left out)`, HINT);
	}
	return mesh;
}

function count(text: string): Counts {
	const counts = { vertices: 0, normals: 0, triangles: 0 };
	eachLine(text, (words) => {
		if (words[0] === "v") counts.vertices++;
		else if (words[0] === "vn") counts.normals++;
		else if (words[0] === "f") counts.triangles += Math.max(words.length - 3, 0);
	});
	return counts;
}

function fill(text: string, counts: Counts): MeshData {
	const vertices = new Float64Array(counts.vertices * 3);
	const normals = new Float64Array(counts.normals * 3);
	const soup = new TriangleSoup(counts.triangles, { normals: counts.normals > 0 });
	const positions = new Float64Array(9);
	const directions = new Float64Array(9);
	let v = 0;
	let n = 0;
	const put = (slot: number, corner: Corner) => {
		for (let c = 0; c < 3; c++) {
			positions[slot * 3 + c] = vertices[corner.vertex * 3 + c];
			directions[slot * 3 + c] = corner.normal < 0 ? Number.NaN : normals[corner.normal * 3 + c];
		}
	};
	eachLine(text, (words, line) => {
		if (words[0] === "v") readTriple(words, line, vertices, v++ * 3);
		else if (words[0] === "vn") readTriple(words, line, normals, n++ * 3);
		else if (words[0] === "f") {
			const corners = words.slice(1).map((word) => readCorner(word, { v, n, line }));
			for (let k = 2; k < corners.length; k++) {
				put(0, corners[0]);
				put(1, corners[k - 1]);
				put(2, corners[k]);
				soup.add(positions, counts.normals > 0 ? directions : null, null);
			}
		}
	});
	return soup.finish();
}

function readTriple(words: readonly string[], line: number, into: Float64Array, at: number): void {
	if (words.length < 4)
		throw new MeshError("mesh-malformed", `OBJ line ${line}: three numbers expected`, HINT);
	for (let c = 0; c < 3; c++) into[at + c] = Number(words[c + 1]);
}

function readCorner(word: string, at: { v: number; n: number; line: number }): Corner {
	const [vertex, , normal] = word.split("/");
	return {
		vertex: index(vertex, at.v, at.line),
		normal: normal ? index(normal, at.n, at.line) : -1,
	};
}

function index(word: string, seen: number, line: number): number {
	const number = Number(word);
	const position = number < 0 ? seen + number : number - 1;
	if (!Number.isInteger(number) || !(position >= 0 && position < seen)) {
		throw new MeshError(
			"mesh-malformed",
			`OBJ line ${line}: index ${word} is not among the ${seen} above`,
			HINT,
		);
	}
	return position;
}

function eachLine(text: string, visit: (words: readonly string[], line: number) => void): void {
	let line = 0;
	for (let start = 0; start < text.length; ) {
		const newline = text.indexOf("\n", start);
		const end = newline < 0 ? text.length : newline;
		line++;
		const first = text.charCodeAt(start);
		// v, f, or white space before them; all else is passed over without being split.
		if (first === 118 || first === 102 || first <= 32) {
			const words = text.slice(start, end).trim().split(/\s+/);
			if (words.length > 1) visit(words, line);
		}
		start = end + 1;
	}
}
