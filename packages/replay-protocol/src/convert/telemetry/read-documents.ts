import { DocumentFault, parseDocument } from "../../json/json-document.ts";
import { byte, JsonFault, JsonScanner } from "../../json/json-scanner.ts";
import { JsonSkip } from "../../json/json-skip.ts";
import { replayLimits } from "../../limits.ts";
import { drive, Pace } from "../../pace.ts";
import { plainValue } from "../../plain-document.ts";
import { kindOf } from "../../text.ts";
import { eventLoopTurn } from "../../turn.ts";
import { ConvertError } from "../errors.ts";
import type { ConvertOptions } from "../options.ts";

/** A frame: its document as parsed, plain data; or its JSON. */
export type FrameSource = object | string | Uint8Array;

/** Telemetry frames: one JSON array of them as bytes or text, or frames one by one. */
export type TelemetryInput =
	| Uint8Array
	| ArrayBuffer
	| string
	| Iterable<FrameSource>
	| AsyncIterable<FrameSource>;

type Attention = Pick<ConvertOptions, "signal" | "onProgress">;

/** Nesting of a frame; a telemetry frame has three levels. */
const deepest = 16;
/** Values of a frame that is passed as an object, at most. */
const mostValues = 1_000_000;
/** Frames taken between two turns of the event loop. */
const stride = 256;

const encoder = new TextEncoder();

/** The bytes of an input that is one file; null where it is frames one by one. */
export function bytesOf(input: TelemetryInput): Uint8Array | null {
	if (typeof input === "string") return encoder.encode(input);
	if (input instanceof ArrayBuffer) return new Uint8Array(input);
	return input instanceof Uint8Array ? input : null;
}

/**
 * The documents of the frames, one at a time. A file is never parsed whole: one frame is in memory at a time.
 *
 * @throws ConvertError `json-malformed`, `frame-malformed`, `limit-exceeded`; TypeError for an input of another kind
 */
export async function* readDocuments(input: TelemetryInput, attention: Attention): AsyncGenerator<unknown> {
	const bytes = bytesOf(input);
	if (bytes !== null) yield* fileDocuments(bytes, attention);
	else yield* singleDocuments(input as Iterable<FrameSource> | AsyncIterable<FrameSource>, attention);
}

async function* fileDocuments(bytes: Uint8Array, attention: Attention): AsyncGenerator<unknown> {
	requireSize(bytes, "input");
	const scanner = new JsonScanner(bytes);
	const pace = new Pace(bytes.length, attention);
	const opening = parsing("input", () => scanner.peek());
	if (opening === byte.openObject) {
		yield parseFrame(bytes, 0);
		return;
	}
	parsing("input", () => scanner.expect(byte.openList));
	for (let index = 0; !parsing("input", () => scanner.accept(byte.closeList)); index++) {
		if (index > 0) parsing("input", () => scanner.expect(byte.comma));
		parsing("input", () => scanner.peek());
		const start = scanner.position;
		await skip(scanner, pace);
		yield parseFrame(bytes.subarray(start, scanner.position), index);
		if (index % stride === stride - 1) await pace.turn(scanner.position);
	}
	if (parsing("input", () => scanner.peek()) !== -1) parsing("input", () => scanner.fault());
	await pace.turn(bytes.length);
}

async function skip(scanner: JsonScanner, pace: Pace): Promise<void> {
	try {
		await drive(new JsonSkip(), scanner, pace);
	} catch (error) {
		throw convertible(error, "input");
	}
}

async function* singleDocuments(
	input: Iterable<FrameSource> | AsyncIterable<FrameSource>,
	{ signal, onProgress }: Attention,
): AsyncGenerator<unknown> {
	const isIterable =
		typeof input === "object" &&
		input !== null &&
		(Symbol.iterator in input || Symbol.asyncIterator in input);
	if (!isIterable) throw new TypeError(`input must be bytes, text or frames, got ${kindOf(input)}`);
	let index = 0;
	for await (const { frame } of boxed(input)) {
		if (index % stride === 0) await eventLoopTurn(signal);
		if (typeof frame === "string") yield parseFrame(encoder.encode(frame), index);
		else yield isBytes(frame) ? parseFrame(frame, index) : plainFrame(frame, index);
		index++;
		if (index % stride === 0) onProgress?.({ bytesDone: index, bytesTotal: index });
	}
	onProgress?.({ bytesDone: index, bytesTotal: index });
	await eventLoopTurn(signal);
}

/** The frames, each in a box: whoever awaits an object asks it for `then`, and it may be anything. */
async function* boxed(
	input: Iterable<FrameSource> | AsyncIterable<FrameSource>,
): AsyncGenerator<{ readonly frame: FrameSource }> {
	if (Symbol.asyncIterator in input) for await (const frame of input) yield { frame };
	else for (const frame of input) yield { frame };
}

function isBytes(frame: FrameSource): frame is Uint8Array {
	return ArrayBuffer.isView(frame) && frame instanceof Uint8Array;
}

/** A copy of a frame that is passed as an object, of which each part was read once. */
function plainFrame(frame: unknown, index: number): unknown {
	try {
		// What is no number of a frame is for its schema to refuse.
		return plainValue(frame, { depth: deepest, values: mostValues, numberOf: (value) => value });
	} catch (error) {
		if (!(error instanceof DocumentFault)) throw error;
		throw new ConvertError("frame-malformed", `/frames/${index}`, { reason: error.message });
	}
}

function parseFrame(bytes: Uint8Array, index: number): unknown {
	const place = `/frames/${index}`;
	requireSize(bytes, place);
	return parsing(place, () => parseDocument(bytes, deepest));
}

function requireSize({ length }: Uint8Array, place: string): void {
	const { inputBytes } = replayLimits;
	if (length <= inputBytes) return;
	throw new ConvertError("limit-exceeded", place, { reason: `${length} bytes; ${inputBytes} are allowed` });
}

function parsing<Result>(place: string, work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		throw convertible(error, place);
	}
}

/** Faults of JSON as ours. A document's fault names keys of the source, which must not be named. */
function convertible(error: unknown, place: string): unknown {
	if (error instanceof JsonFault) return new ConvertError("json-malformed", place, { reason: error.message });
	if (!(error instanceof DocumentFault)) return error;
	return new ConvertError("json-malformed", place, { reason: error.message });
}
