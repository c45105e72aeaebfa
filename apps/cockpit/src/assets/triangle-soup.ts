import type { MeshData } from "./mesh.ts";

const FLOATS = 9;

/** Triangles into arrays of a size known beforehand; those with a corner that is not finite are left out. */
export class TriangleSoup {
	readonly #positions: Float32Array;
	readonly #normals: Float32Array | null;
	readonly #colors: Float32Array | null;
	#length = 0;
	#dropped = 0;

	constructor(triangles: number, attributes: { normals?: boolean; colors?: boolean } = {}) {
		this.#positions = new Float32Array(triangles * FLOATS);
		this.#normals = attributes.normals ? new Float32Array(triangles * FLOATS) : null;
		this.#colors = attributes.colors ? new Float32Array(triangles * FLOATS) : null;
	}

	/** Adds one triangle: nine numbers each from the given arrays' starts. */
	add(
		positions: ArrayLike<number>,
		normals: ArrayLike<number> | null,
		colors: ArrayLike<number> | null,
	): void {
		for (let i = 0; i < FLOATS; i++) {
			if (!Number.isFinite(Math.fround(positions[i]))) {
				this.#dropped++;
				return;
			}
		}
		for (let i = 0; i < FLOATS; i++) {
			this.#positions[this.#length + i] = positions[i];
			if (this.#normals) this.#normals[this.#length + i] = normals?.[i] ?? Number.NaN;
			if (this.#colors) this.#colors[this.#length + i] = colors?.[i] ?? 1;
		}
		this.#length += FLOATS;
	}

	/** The mesh; normals are given up as a whole when one is not finite or has no length. */
	finish(): MeshData {
		const normals = this.#normals?.subarray(0, this.#length) ?? null;
		return {
			positions: this.#positions.subarray(0, this.#length),
			normals: normals && normalize(normals) ? normals : null,
			colors: this.#colors?.subarray(0, this.#length) ?? null,
			droppedTriangles: this.#dropped,
		};
	}
}

function normalize(normals: Float32Array): boolean {
	for (let i = 0; i < normals.length; i += 3) {
		const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]);
		if (!(length > 1e-6 && length < Number.POSITIVE_INFINITY)) return false;
		for (let c = 0; c < 3; c++) normals[i + c] /= length;
	}
	return true;
}
