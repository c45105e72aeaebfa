import type { Intake } from "../intake.ts";

/** Signature and size of the end record, and size of a record of the directory (APPNOTE 4.3). */
const endSignature = 0x06054b50;
const endBytes = 22;
const recordBytes = 46;
const localBytes = 30;
/** Where the zip64 end record, right before its locator, has the start of the directory: from the end record. */
const wideStart = 56 + 20 - 48;
const saturated = 0xffffffff;

const zip64Extra = 0x0001;
/** Padding that aligns data, as zipalign and our own writer have it: the alignment, then zeros. */
const alignmentExtra = 0xd935;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Notes what an archive says besides its members: comments, and extra fields other than sizes and padding.
 *
 * Only for an archive that npz-safe has read: it refuses every other place for bytes (before the first entry, between
 * entries, behind the end) and members that are no arrays, and has checked each size that is followed here.
 */
export function noteZipContent(bytes: Uint8Array, intake: Intake): void {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const noteText = (path: string, start: number, length: number) => {
		if (length > 0) intake.note(path, decoder.decode(bytes.subarray(start, start + length)));
	};
	const end = endRecordAt(view);
	noteText("/container/comment", end + endBytes, view.getUint16(end + 20, true));
	const narrow = view.getUint32(end + 16, true);
	let at = narrow === saturated ? Number(view.getBigUint64(end - wideStart, true)) : narrow;
	for (let member = 0; view.getUint32(at, true) === 0x02014b50; member++) {
		const place = `/container/members/${member}`;
		const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
		const fields = extraFields(view, at + recordBytes + name, extra);
		const local = localHeaderAt(view, at, fields);
		const localStart = local + localBytes + view.getUint16(local + 26, true);
		const localFields = extraFields(view, localStart, view.getUint16(local + 28, true));
		for (const { id, start, length } of [...fields, ...localFields]) {
			if (id === zip64Extra || (id === alignmentExtra && isPadding(bytes, start, length))) continue;
			if (length === 0) intake.note(`${place}/extra`);
			noteText(`${place}/extra`, start, length);
		}
		noteText(`${place}/comment`, at + recordBytes + name + extra, comment);
		at += recordBytes + name + extra + comment;
	}
}

function endRecordAt(view: DataView): number {
	let at = view.byteLength - endBytes;
	const isEnd = () =>
		view.getUint32(at, true) === endSignature &&
		at + endBytes + view.getUint16(at + 20, true) === view.byteLength;
	while (!isEnd()) at--;
	return at;
}

interface ExtraField {
	readonly id: number;
	/** Where its payload starts. */
	readonly start: number;
	readonly length: number;
}

function extraFields(view: DataView, start: number, length: number): ExtraField[] {
	const fields: ExtraField[] = [];
	for (let at = start; at < start + length; ) {
		const size = view.getUint16(at + 2, true);
		fields.push({ id: view.getUint16(at, true), start: at + 4, length: size });
		at += 4 + size;
	}
	return fields;
}

/** Where a record's local header is; the last number of its zip64 field where 32 bits do not tell. */
function localHeaderAt(view: DataView, record: number, fields: readonly ExtraField[]): number {
	const narrow = view.getUint32(record + 42, true);
	const wide = fields.find(({ id }) => id === zip64Extra);
	if (narrow !== saturated || wide === undefined) return narrow;
	return Number(view.getBigUint64(wide.start + wide.length - 8, true));
}

/** Whether an alignment field holds nothing but the alignment and zeros. */
function isPadding(bytes: Uint8Array, start: number, length: number): boolean {
	return length >= 2 && bytes.subarray(start + 2, start + length).every((byte) => byte === 0);
}
