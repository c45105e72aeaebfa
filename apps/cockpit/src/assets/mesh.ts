/**
 * A triangle mesh as plain arrays, in the file's own frame and units; every three positions are a triangle.
 * Triangles with a number that is not finite are left out and counted.
 */
export interface MeshData {
	/** (3 V,) xyz of each corner. */
	readonly positions: Float32Array;
	/** (3 V,) unit normals; null where the file gives none (then they follow from the triangles). */
	readonly normals: Float32Array | null;
	/** (3 V,) linear RGB, 0 to 1; null where the file has no colours of its own. */
	readonly colors: Float32Array | null;
	/** Triangles left out because a corner was not finite. */
	readonly droppedTriangles: number;
}

/**
 * Loads the mesh that a robot description refers to.
 *
 * @param reference the URDF's `filename` as written
 * @throws MeshError
 */
export type MeshLoader = (reference: string, signal?: AbortSignal) => Promise<MeshData>;

/** How far a mesh reader goes before it refuses. */
export interface MeshLimits {
	/** Triangles of one file. */
	readonly maxTriangles: number;
}

/** 2 million triangles: 72 MB of positions, twice that with normals. */
export const meshLimits: MeshLimits = { maxTriangles: 2_000_000 };

/** Why a mesh cannot be had. */
export type MeshErrorCode =
	| "mesh-missing"
	| "mesh-format-unsupported"
	| "mesh-too-large"
	| "mesh-malformed"
	| "mesh-empty"
	| "mesh-fetch-failed"
	| "mesh-digest-mismatch"
	| "mesh-aborted";

/** A mesh that cannot be had: a stable code, the place, and what to do. */
export class MeshError extends Error {
	override readonly name = "MeshError";
	readonly code: MeshErrorCode;
	/** The URDF's reference, or "" where a reader was given bytes alone. */
	readonly reference: string;
	/** What to do about it. */
	readonly hint: string;

	constructor(code: MeshErrorCode, message: string, place: { reference?: string; hint: string }) {
		super(message);
		this.code = code;
		this.reference = place.reference ?? "";
		this.hint = place.hint;
	}
}

/** Whether `error` is a {@link MeshError}, of that code where one is given. */
export function isMeshError(error: unknown, code?: MeshErrorCode): error is MeshError {
	return error instanceof MeshError && (code === undefined || error.code === code);
}
