/** Bounds of a replay; every reader checks them before it allocates. */
export interface ReplayLimits {
	/** Bytes of the file. */
	readonly inputBytes: number;
	/** Bytes of all arrays together, decoded; a string counts its UTF-8 bytes and four more. */
	readonly expandedBytes: number;
	/** Arrays (JSON keys or NPZ members), the metadata member of an NPZ included. */
	readonly members: number;
	/** Frames, T. */
	readonly frames: number;
	/** Joints, J. */
	readonly joints: number;
	/** Contacts, C. */
	readonly contacts: number;
	/** Elements of one array, T × J at most. */
	readonly cells: number;
	/** UTF-8 bytes of one string in an array. */
	readonly stringBytes: number;
	/** UTF-8 bytes of the metadata document. */
	readonly metadataBytes: number;
	/** Nested objects and lists of the metadata document, the document itself included. */
	readonly metadataDepth: number;
}

/** The limits of `moonrobo.replay.v1`; npz-safe's `replay` preset has the same container figures. */
export const replayLimits: ReplayLimits = Object.freeze({
	inputBytes: 512 * 1024 * 1024,
	expandedBytes: 1024 * 1024 * 1024,
	members: 64,
	frames: 1_000_000,
	joints: 512,
	contacts: 64,
	cells: 64_000_000,
	stringBytes: 256,
	metadataBytes: 64 * 1024,
	metadataDepth: 8,
});
