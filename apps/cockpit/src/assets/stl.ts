import { type MeshData, MeshError, type MeshLimits, meshLimits } from "./mesh.ts";
import { TriangleSoup } from "./triangle-soup.ts";

const HEADER = 84;
const RECORD = 50;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:nan|inf(?:inity)?)/iy;

/**
 * Reads an STL file, binary or ASCII. A file of exactly 84 + 50 n bytes, n as its header says, is binary (exporters
 * write `solid` into binary headers too); else one that starts with `solid` is ASCII. Facet normals are not used:
 * many files leave them 0.
 *
 * @throws MeshError `mesh-malformed`, `mesh-too-large`, `mesh-empty`
 */
export function readStl(bytes: Uint8Array, limits: MeshLimits = meshLimits): MeshData {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const declared = bytes.byteLength >= HEADER ? view.getUint32(80, true) : -1;
	if (declared >= 0 && bytes.byteLength === HEADER + RECORD * declared)
		return readBinary(view, declared, limits);
	if (startsWithSolid(bytes)) return readAscii(new TextDecoder().decode(bytes), limits);
	throw new MeshError(
		"mesh-malformed",
		declared < 0
			? `an STL file of ${bytes.byteLength} bytes has no header`
			: `the STL header declares ${declared} triangles, which is ${HEADER + RECORD * declared} bytes; the file has ${bytes.byteLength}`,
		{ hint: "export the mesh again; it is cut off or not STL" },
	);
}

function readBinary(view: DataView, triangles: number, limits: MeshLimits): MeshData {
	checkCount(triangles, limits);
	const soup = new TriangleSoup(triangles);
	const corners = new Float32Array(9);
	for (let k = 0; k < triangles; k++) {
		const start = HEADER + RECORD * k + 12;
		for (let i = 0; i < 9; i++) corners[i] = view.getFloat32(start + 4 * i, true);
		soup.add(corners, null, null);
	}
	return notEmpty(soup.finish());
}

function readAscii(text: string, limits: MeshLimits): MeshData {
	let vertices = 0;
	for (let at = nextVertex(text, 0); at >= 0; at = nextVertex(text, at)) vertices++;
	if (vertices % 3 !== 0) throw malformed(`${vertices} vertices do not make triangles`);
	checkCount(vertices / 3, limits);
	const soup = new TriangleSoup(vertices / 3);
	const corners = new Float64Array(9);
	let at = 0;
	for (let v = 0; v < vertices; v++) {
		at = nextVertex(text, at);
		for (let c = 0; c < 3; c++) {
			while (text.charCodeAt(at) <= 32) at++;
			NUMBER.lastIndex = at;
			const number = NUMBER.exec(text);
			if (!number) throw malformed(`vertex ${v} has no number at character ${at}`);
			corners[(v % 3) * 3 + c] = Number(number[0]);
			at = NUMBER.lastIndex;
		}
		if (v % 3 === 2) soup.add(corners, null, null);
	}
	return notEmpty(soup.finish());
}

/** Position after the next word `vertex` that starts a line, or -1. */
function nextVertex(text: string, from: number): number {
	for (let at = text.indexOf("vertex", from); at >= 0; at = text.indexOf("vertex", at + 6)) {
		if (text.charCodeAt(at - 1) <= 32 && text.charCodeAt(at + 6) <= 32) return at + 6;
	}
	return -1;
}

function startsWithSolid(bytes: Uint8Array): boolean {
	return /^\s*solid\b/.test(new TextDecoder().decode(bytes.subarray(0, 80)));
}

function checkCount(triangles: number, limits: MeshLimits): void {
	if (triangles > limits.maxTriangles) {
		throw new MeshError("mesh-too-large", `${triangles} triangles; at most ${limits.maxTriangles} are read`, {
			hint: "simplify the mesh",
		});
	}
}

function notEmpty(mesh: MeshData): MeshData {
	if (mesh.positions.length > 0) return mesh;
	throw new MeshError("mesh-empty", `no finite triangle (${mesh.droppedTriangles} left out)`, {
		hint: "export the mesh again",
	});
}

function malformed(message: string): MeshError {
	return new MeshError("mesh-malformed", `ASCII STL: ${message}`, { hint: "export the mesh again" });
}
