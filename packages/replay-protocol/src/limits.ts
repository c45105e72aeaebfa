/** Bounds of a replay; every reader checks them before it allocates. */
export interface ReplayLimits {
	/** Bytes of the file. */
	readonly inputBytes: number;
	/** Bytes of all arrays together, decoded; a string of a JSON or msgpack file counts its UTF-8 bytes and 32 more. */
	readonly expandedBytes: number;
	/** Arrays (NPZ members with the metadata, or keys of `arrays` elsewhere), and keys of the JSON or msgpack document itself. */
	readonly members: number;
	/** Frames, T. */
	readonly frames: number;
	/** Joints, J. */
	readonly joints: number;
	/** Contacts, C. */
	readonly contacts: number;
	/** Dimensions of one array. */
	readonly dimensions: number;
	/** Elements of one array, T × J at most. An empty dimension counts as 1, so that no other is without bound. */
	readonly cells: number;
	/** Elements of one array of text; each costs an object of its own. */
	readonly strings: number;
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
	dimensions: 8,
	cells: 64_000_000,
	strings: 1_000_000,
	stringBytes: 256,
	metadataBytes: 64 * 1024,
	metadataDepth: 8,
});

/** What readers can nest, whatever is asked for: they recurse. */
const deepest: Partial<ReplayLimits> = { dimensions: 32, metadataDepth: 64 };

/**
 * The given limits over {@link replayLimits}.
 *
 * @throws TypeError for a limit that is no count or that is unknown, so that a mistake never means "without limit"
 */
export function resolveLimits(overrides: Partial<ReplayLimits> = {}): ReplayLimits {
	const unknown = Object.keys(overrides).find((name) => !Object.hasOwn(replayLimits, name));
	if (unknown !== undefined) {
		throw new TypeError(`unknown limits.${unknown}; known are ${Object.keys(replayLimits).join(", ")}`);
	}
	const resolved = { ...replayLimits, ...overrides };
	for (const name of Object.keys(replayLimits) as (keyof ReplayLimits)[]) {
		const value: unknown = resolved[name];
		const most = deepest[name] ?? Number.MAX_SAFE_INTEGER;
		if (!Number.isSafeInteger(value) || Number(value) < 0 || Number(value) > most) {
			throw new TypeError(`limits.${name} must be an integer from 0 to ${most}, got ${String(value)}`);
		}
	}
	return resolved;
}
