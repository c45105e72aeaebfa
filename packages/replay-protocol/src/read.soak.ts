import { writeNpz } from "@hindcast/npz-safe";
import { defineSoak } from "@hindcast/tooling/soak";
import fc from "fast-check";
import { type ReadResult, readReplay } from "./read.ts";
import { validationReportSchema } from "./report/diagnostic.ts";
import { diagnosticCodes } from "./report/diagnostic-codes.ts";
import { fullArrays, sampleReplay } from "./testing/sample.ts";
import { writeReplay } from "./write.ts";

const encodings = ["json", "npz", "msgpack"] as const;
/** What reading a file of a few kilobytes may allocate in typed arrays; deflate alone reaches a thousandfold. */
const mostBytes = 64 * 1024 * 1024;

/** One change of a file: at a place (as a fraction), of a length, with other bytes. */
type Change = (bytes: Uint8Array) => Uint8Array;

const edges = [
	0x00, 0x01, 0x7f, 0x80, 0xc1, 0xc7, 0xc9, 0xd4, 0xdd, 0xdf, 0xff, 0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];
const place = fc.double({ min: 0, max: 1, noNaN: true });
const some = fc.oneof(
	fc.uint8Array({ minLength: 1, maxLength: 8 }),
	fc.array(fc.constantFrom(...edges), { minLength: 1, maxLength: 8 }).map((list) => Uint8Array.from(list)),
);

const change: fc.Arbitrary<Change> = fc.oneof(
	fc.tuple(place, some).map(([at, bytes]) => splice(at, bytes.length, bytes)),
	fc.tuple(place, some).map(([at, bytes]) => splice(at, 0, bytes)),
	fc.tuple(place, fc.nat(64)).map(([at, length]) => splice(at, length, new Uint8Array())),
	fc.tuple(place, fc.nat(64), place).map(([from, length, to]) => move(from, length, to)),
	place.map(
		(at): Change =>
			(bytes) =>
				bytes.slice(0, Math.floor(at * bytes.length)),
	),
);

function splice(at: number, removed: number, added: Uint8Array): Change {
	return (bytes) => {
		const from = Math.floor(at * bytes.length);
		return concat(bytes.subarray(0, from), added, bytes.subarray(from + removed));
	};
}

/** Copies a span to another place. */
function move(from: number, length: number, to: number): Change {
	return (bytes) => {
		const start = Math.floor(from * bytes.length);
		return splice(to, 0, bytes.slice(start, start + length))(bytes);
	};
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
	return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The sample in every encoding, deflated too. */
async function originals(): Promise<readonly Uint8Array[]> {
	const replay = await sampleReplay(fullArrays as never);
	const metadata_json = new TextEncoder().encode(JSON.stringify(replay.metadata));
	const members = Object.entries(replay.arrays).map(([name, array]) => [
		name,
		array?.dtype === "string" ? { ...array, dtype: "unicode" } : array,
	]);
	const deflated = writeNpz({ metadata_json, ...Object.fromEntries(members) }, { compress: true });
	return [...encodings.map((encoding) => writeReplay(replay, { encoding })), deflated];
}

/** What holds for any bytes: a report of known codes, an artifact exactly where nothing blocks, no great allocation. */
async function holds(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
	const before = process.memoryUsage().arrayBuffers;
	const { artifact, report } = await readReplay(bytes, { signal });
	const allocated = process.memoryUsage().arrayBuffers - before;
	if (allocated > mostBytes) throw new Error(`reading ${bytes.length} bytes allocated ${allocated}`);
	validationReportSchema.parse(report);
	const unknown = report.diagnostics.find(({ code }) => !Object.hasOwn(diagnosticCodes, code));
	if (unknown !== undefined) throw new Error(`unknown code ${unknown.code}`);
	if ((artifact !== undefined) !== report.ok) throw new Error("an artifact and a blocking report");
	if (artifact !== undefined) await writesAgain(artifact);
}

/** A replay that was read can be written in every encoding, and is then read the same. */
async function writesAgain(artifact: NonNullable<ReadResult["artifact"]>): Promise<void> {
	for (const encoding of encodings) {
		const bytes = writeReplay(artifact, { encoding });
		const again = await readReplay(bytes);
		if (again.artifact === undefined) throw new Error(`${encoding}: ${JSON.stringify(again.report)}`);
		const rewritten = writeReplay(again.artifact, { encoding });
		if (Buffer.compare(bytes, rewritten) !== 0)
			throw new Error(`${encoding}: other bytes when written again`);
	}
}

/** Changed files of every encoding: a report or a replay, never a throw. */
export const readerFuzz = defineSoak({
	name: "replay-reader-fuzz",
	rounds: 400,
	sampleRounds: 1,
	async round({ seed, signal }) {
		const files = await originals();
		const changed = fc.tuple(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 4 }));
		await fc.assert(
			fc.asyncProperty(changed, async ([file, changes]) => {
				signal.throwIfAborted();
				await holds(
					changes.reduce((bytes, apply) => apply(bytes), file),
					signal,
				);
			}),
			{ seed: seed | 0, numRuns: 250, endOnFailure: true },
		);
	},
});
