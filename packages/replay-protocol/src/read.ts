import { isPlainObject } from "./arguments.ts";
import type { ReplayArtifact } from "./artifact.ts";
import { checkContext, contextKeys, profileKind, type ReplayContext } from "./context.ts";
import { JsonScanner } from "./json/json-scanner.ts";
import { readJson } from "./json/read-json.ts";
import { type ReplayLimits, resolveLimits } from "./limits.ts";
import type { ReplayMetadata } from "./metadata.ts";
import { beginsLikeMsgpack, readMsgpack } from "./msgpack/read-msgpack.ts";
import { readNpz } from "./npz/read-npz.ts";
import { checkKeys, type Kind, kinds, oneOf } from "./options.ts";
import { Pace, type ReadProgress } from "./pace.ts";
import type { ValidationReport } from "./report/diagnostic.ts";
import type { DiagnosticCode } from "./report/diagnostic-codes.ts";
import { createFindings, type Findings } from "./report/findings.ts";
import { type Candidate, judgeReplay } from "./validate.ts";
import type { ReplayEncoding } from "./write.ts";

/** How to read a replay. */
export interface ReadOptions {
	/** For whom the artifact is; where absent, what its `metadata.visibility` says. */
	readonly profile?: "public" | "private";
	/**
	 * What to judge: `all` where absent, or the `content` only, which is bytes, structure, values and declarations. For a
	 * replay that was accepted before: neither its robot nor its readers nor the ledger, which change, make it unreadable.
	 */
	readonly scope?: "all" | "content";
	/** What to judge against besides, or how to find it once the metadata is read. */
	readonly context?:
		| Omit<ReplayContext, "profile">
		| ((metadata: Partial<ReplayMetadata>) => Promise<Omit<ReplayContext, "profile">>);
	/** Aborts the read, which then rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** Called now and then, while the event loop gets its turns. */
	readonly onProgress?: (progress: ReadProgress) => void;
	/** Limits other than `replayLimits`: integers, at most 64 for `metadataDepth` and 32 for `dimensions`. */
	readonly limits?: Partial<ReplayLimits>;
}

/** What reading gave. */
export interface ReadResult {
	/** The replay; absent when anything blocks. It shares no memory with the bytes. */
	readonly artifact?: ReplayArtifact;
	/** Everything found, in order of discovery. */
	readonly report: ValidationReport<DiagnosticCode>;
	/** The encoding that the bytes begin like; null where they begin like none. */
	readonly encoding: ReplayEncoding | null;
}

/**
 * Reads and judges a replay; the encoding is detected from the bytes.
 *
 * Content never throws: whatever is wrong with the bytes is in the report. Sizes are checked before anything is
 * allocated for them.
 *
 * @throws the signal's reason when aborted; TypeError when `bytes` is not bytes, when an option, a key of the context or a
 *   limit is unknown, or when one has a value of another kind
 */
export async function readReplay(
	bytes: Uint8Array | ArrayBuffer,
	options: ReadOptions = {},
): Promise<ReadResult> {
	const input = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
	if (!(input instanceof Uint8Array)) throw new TypeError(`bytes must be a Uint8Array, got ${typeof bytes}`);
	checkOptions(options);
	const { signal, scope = "all" } = options;
	signal?.throwIfAborted();
	const limits = resolveLimits(options.limits);
	const findings = createFindings();
	const encoding = detect(input);
	if (input.length > limits.inputBytes) {
		const params = { limit: "inputBytes", found: input.length, max: limits.inputBytes };
		findings.add("size-limit-exceeded", { path: "", params });
		return { report: findings.report(), encoding };
	}
	if (encoding === null) {
		reportUnknown(input, findings);
		return { report: findings.report(), encoding };
	}
	const tools = { findings, limits, pace: new Pace(input.length, options) };
	const candidate = await readers[encoding](input, tools);
	if (candidate !== null) {
		judgeReplay(candidate, findings, { context: await contextOf(candidate, options), limits, scope });
	}
	const report = findings.report();
	if (candidate === null || !report.ok) return { report, encoding };
	// Nothing blocks: the metadata passed its schema and every required array is sound.
	const { metadata, arrays } = candidate as unknown as ReplayArtifact;
	return { artifact: { metadata, arrays }, report, encoding };
}

const optionKinds = {
	profile: profileKind,
	scope: oneOf("all", "content"),
	context: {
		words: "an object or a function that promises one",
		fits: (value) => kinds.object.fits(value) || kinds.function.fits(value),
	},
	signal: kinds.signal,
	onProgress: kinds.function,
	limits: kinds.object,
} satisfies Record<keyof ReadOptions, Kind>;

function checkOptions(options: ReadOptions): void {
	const misplaced = Object.keys(options ?? {}).find((key) => key !== "profile" && contextKeys.includes(key));
	if (misplaced !== undefined) {
		throw new TypeError(
			`unknown options.${misplaced}: it belongs in the context, { context: { ${misplaced} } }`,
		);
	}
	checkKeys("options", options, optionKinds);
	if (typeof options.context === "object") checkGiven(options.context);
}

/** A context beside a profile that is an option. */
function checkGiven(context: object): void {
	if ("profile" in context)
		throw new TypeError("unknown context.profile: it is an option, beside the context");
	checkContext(context);
}

const readers = { json: readJson, npz: readNpz, msgpack: readMsgpack } as const;

async function contextOf(
	{ metadata }: Candidate,
	{ profile, context = {}, signal }: ReadOptions,
): Promise<ReplayContext> {
	const known = isPlainObject(metadata) ? (metadata as Partial<ReplayMetadata>) : {};
	if (typeof context !== "function") return { ...context, ...(profile === undefined ? {} : { profile }) };
	const found = await unlessAborted(context(known), signal);
	checkGiven(found);
	return { ...found, ...(profile === undefined ? {} : { profile }) };
}

/** The promise's value; rejects with the signal's reason as soon as it is aborted. */
async function unlessAborted<Value>(
	promise: Promise<Value>,
	signal: AbortSignal | undefined,
): Promise<Value> {
	if (signal === undefined) return await promise;
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal.reason);
		signal.addEventListener("abort", onAbort);
	});
	try {
		const value = await Promise.race([promise, aborted]);
		signal.throwIfAborted();
		return value;
	} finally {
		signal.removeEventListener("abort", onAbort);
	}
}

/** An NPZ begins with a ZIP signature, msgpack with a map, JSON with an object or what no other format begins with. */
function detect(bytes: Uint8Array): ReplayEncoding | null {
	if (bytes[0] === 0x50 && bytes[1] === 0x4b) return "npz";
	if (beginsLikePickle(bytes)) return null;
	if (beginsLikeMsgpack(bytes)) return "msgpack";
	const first = new JsonScanner(bytes).peek();
	return first < 0x80 && first >= 0x20 ? "json" : null;
}

/** A pickle begins with its version, which an empty map of MessagePack cannot be followed by. */
function beginsLikePickle(bytes: Uint8Array): boolean {
	return bytes[0] === 0x80 && bytes[1] >= 2 && bytes[1] <= 5;
}

function reportUnknown(bytes: Uint8Array, findings: Findings): void {
	if (beginsLikePickle(bytes)) findings.add("object-payload", { path: "", params: { dtype: "pickle" } });
	else findings.add("container-corrupt", { path: "", params: { reason: unknownReason(bytes) } });
}

/** What a file of no encoding looks like. */
function unknownReason(bytes: Uint8Array): string {
	const beginsWith = (...head: readonly number[]) => head.every((value, i) => bytes[i] === value);
	if (bytes.length === 0) return "the file is empty";
	if (beginsWith(0xef, 0xbb, 0xbf)) return "begins with a byte order mark; write UTF-8 without it";
	if (beginsWith(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59)) return "a single NPY array; save with np.savez";
	return "neither JSON, NPZ nor MessagePack";
}
