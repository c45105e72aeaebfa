import { Budget } from "./budget.ts";
import { asBytes, type ByteSource } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import { type NamedEntry, nameEntries } from "./entry-name.ts";
import { checkSignal, inEntry, placed, refuse } from "./errors.ts";
import { asyncBackend, syncBackend } from "./inflate.ts";
import { checkReachable, type InflateBackend, type InflateJob } from "./inflate-job.ts";
import { type NpzLimits, resolveLimits, within } from "./limits.ts";
import type { NpyArray } from "./npy-array.ts";
import { checkOptions } from "./options.ts";
import { pause } from "./pause.ts";
import { decodeNpy, type NpyReadOptions } from "./read-npy.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";
import { readZipEnd } from "./zip-end.ts";
import { deflateMethod } from "./zip-fields.ts";
import { type DataStarts, readDataStarts } from "./zip-ranges.ts";

/** How far a read is. */
export interface NpzProgress {
	/** Entry just read. */
	readonly entry: string;
	/** Arrays read so far, this one included. */
	readonly entriesDone: number;
	/** Arrays in the file. */
	readonly entriesTotal: number;
	/** Bytes of arrays done, after inflating. */
	readonly bytesDone: number;
	/** Bytes of all arrays. */
	readonly bytesTotal: number;
}

/** Options of {@link readNpz} and {@link readNpzSync}. */
export interface NpzReadOptions extends NpyReadOptions {
	/** Entries that are no arrays: refuse the file (default), or leave them out and list them in `skipped`. */
	readonly foreign?: "refuse" | "skip" | undefined;
	/** Cancels the read: it refuses with `aborted`. */
	readonly signal?: AbortSignal | undefined;
	/** Called after each array. */
	readonly onProgress?: ((progress: NpzProgress) => void) | undefined;
}

/** The arrays of an NPZ file. */
export interface NpzArchive {
	/** Arrays by key (the entry's name without `.npy`), in the order of the archive's directory. */
	readonly arrays: ReadonlyMap<string, NpyArray>;
	/** Names of entries left out because they are no arrays; always empty unless `foreign` is `"skip"`. */
	readonly skipped: readonly string[];
	/** Keys whose data is a copy; all others are views that keep the whole input alive. */
	readonly copied: readonly string[];
}

/**
 * Reads an NPZ file, whole or not at all.
 *
 * Deflated entries are inflated off the calling thread where the runtime can, and large entries yield to the event
 * loop. Memory above the input: at most twice the sum of the arrays' bytes; stored, aligned arrays take none.
 *
 * Leave `bytes` alone until the promise settles: what is written into them meanwhile may be in the result though no
 * checksum saw it, save with `copy: true`, where checksums are taken of the copies. Detaching them refuses with `aborted`.
 *
 * @throws {@link NpzError} with the code of the first problem; TypeError for wrong arguments
 */
export async function readNpz(bytes: ByteSource, options: NpzReadOptions = {}): Promise<NpzArchive> {
	return readWithBackend(bytes, options, asyncBackend());
}

/** {@link readNpz} on the calling thread, for scripts and workers. `signal` is looked at between entries. */
export function readNpzSync(bytes: ByteSource, options: NpzReadOptions = {}): NpzArchive {
	return readWithBackendSync(bytes, options, syncBackend());
}

/** {@link readNpz} with a given back end and budget. */
export async function readWithBackend(
	bytes: ByteSource,
	options: NpzReadOptions,
	backend: InflateBackend | Promise<InflateBackend>,
	budget = new Budget(),
): Promise<NpzArchive> {
	const reading = readWhole(asBytes(bytes), options, budget);
	let step = reading.next();
	while (!step.done) {
		const job = step.value;
		const work = job ? Promise.resolve(backend).then((found) => found.async(job)) : pause();
		step = await work.then(
			(output) => reading.next(output ?? undefined),
			(error) => reading.throw(error),
		);
	}
	return step.value;
}

/** {@link readNpzSync} with a given back end and budget. */
export function readWithBackendSync(
	bytes: ByteSource,
	options: NpzReadOptions,
	backend: InflateBackend,
	budget = new Budget(),
): NpzArchive {
	const reading = readWhole(asBytes(bytes), options, budget);
	let step = reading.next();
	while (!step.done) step = step.value ? reading.next(backend.sync(step.value)) : reading.next();
	return step.value;
}

/** What reading asks of its driver: inflate a job and hand in the output, or (undefined) let others run. */
type Reading<T> = Generator<InflateJob | undefined, T, Uint8Array<ArrayBuffer> | undefined>;

interface ReadState {
	readonly input: Uint8Array<ArrayBuffer>;
	readonly limits: NpzLimits;
	readonly budget: Budget;
	readonly starts: DataStarts;
	readonly options: NpzReadOptions;
}

/** {@link readArchive}, refused where the input was detached or resized meanwhile, whatever came of it. */
function* readWhole(
	input: Uint8Array<ArrayBuffer>,
	options: NpzReadOptions,
	budget: Budget,
): Reading<NpzArchive> {
	const { length } = input;
	try {
		return yield* readArchive(input, options, budget);
	} finally {
		if (input.length !== length) refuse("aborted", "the bytes were taken away");
	}
}

function* readArchive(
	input: Uint8Array<ArrayBuffer>,
	options: NpzReadOptions,
	budget: Budget,
): Reading<NpzArchive> {
	checkOptions(options);
	const limits = resolveLimits(options.limits);
	checkSignal(options.signal);
	within(limits.maxInputBytes, input.length, "limit-input-bytes");
	const end = readZipEnd(input);
	const directory = readZipDirectory(input, end, limits);
	const named = nameEntries(directory, { limits, foreign: options.foreign ?? "refuse" });
	checkDeclaredSizes(named, limits);
	const entries = named.map(({ entry }) => entry);
	const starts = readDataStarts(input, entries, end.directoryStart);
	return yield* readArrays(named, { input, limits, budget, starts, options });
}

function* readArrays(named: readonly NamedEntry[], state: ReadState): Reading<NpzArchive> {
	const arrays = new Map<string, NpyArray>();
	const copied: string[] = [];
	const skipped: string[] = [];
	const ours = named.filter(({ key }) => key !== undefined);
	const bytesTotal = ours.reduce((sum, { entry }) => sum + entry.bytes, 0);
	let bytesDone = 0;
	for (const { entry, key } of named) {
		if (key === undefined) {
			skipped.push(entry.name);
			continue;
		}
		const result = yield* readArray(entry, state);
		arrays.set(key, result.array);
		if (result.copied) copied.push(key);
		bytesDone += entry.bytes;
		state.options.onProgress?.({
			entry: entry.name,
			entriesDone: arrays.size,
			entriesTotal: ours.length,
			bytesDone,
			bytesTotal,
		});
	}
	return { arrays, skipped, copied };
}

function* readArray(entry: ZipEntry, state: ReadState): Reading<ReturnType<typeof decodeNpy>> {
	try {
		const bytes = yield* readEntry(entry, state);
		return decodeNpy(bytes, { ...state, owned: bytes.buffer !== state.input.buffer });
	} catch (error) {
		throw placed(error, entry.name);
	}
}

/** Bytes between two looks at the signal and two pauses. */
const sliceBytes = 8 * 1024 ** 2;

function* readEntry(entry: ZipEntry, state: ReadState): Reading<Uint8Array<ArrayBuffer>> {
	const { input, budget, options } = state;
	const start = state.starts.get(entry) ?? 0;
	checkSignal(options.signal);
	let bytes = input.subarray(start, start + entry.compressedBytes);
	if (entry.method === deflateMethod) {
		const job = { input: bytes, size: entry.bytes, budget, signal: options.signal };
		checkReachable(job);
		bytes = (yield job) ?? refuse("backend", "no output");
	} else if (entry.bytes !== entry.compressedBytes) {
		refuse("zip-size-mismatch", "stored entry declares two sizes", { actual: entry.bytes });
	} else if (options.copy) bytes = budget.copy(bytes);
	let crc = 0;
	for (let at = 0; at < bytes.length; at += sliceBytes) {
		crc = crc32(bytes.subarray(at, at + sliceBytes), crc);
		if (at + sliceBytes < bytes.length) yield undefined;
		checkSignal(options.signal);
	}
	if (crc !== entry.crc) refuse("zip-crc", "checksum is wrong", { actual: crc });
	return bytes;
}

function checkDeclaredSizes(named: readonly NamedEntry[], limits: NpzLimits): void {
	let total = 0;
	for (const { entry } of named) {
		const { name, bytes, compressedBytes } = entry;
		total += bytes;
		inEntry(name, () => {
			within(limits.maxEntryBytes, bytes, "limit-entry-bytes");
			within(limits.maxTotalBytes, total, "limit-total-bytes");
			if (bytes > limits.ratioFloorBytes) within(limits.maxRatio, bytes / compressedBytes, "limit-ratio");
		});
	}
}
