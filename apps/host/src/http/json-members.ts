import { HostError } from "../errors/host-error.ts";
import { parseStrictJson } from "../strict-json.ts";

/** Byte range of a member's value in a JSON text: `start` inclusive, `end` exclusive. */
export interface MemberRange {
	readonly start: number;
	readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const blanks = [0x20, 0x09, 0x0a, 0x0d];

/**
 * Finds where the values of a top-level JSON object stand, without reading them: so that one of them can be kept byte
 * for byte while the others are parsed. Values are told apart by brackets and quotes alone; whoever reads one of them
 * judges it.
 *
 * @returns ranges by key, in the order of the text
 * @throws HostError `parse-request` when the text is not one object, or repeats a key
 */
export function jsonMembers(bytes: Uint8Array): Map<string, MemberRange> {
	const members = new Map<string, MemberRange>();
	let at = expectByte(bytes, skipBlanks(bytes, 0), openBrace);
	at = skipBlanks(bytes, at);
	while (bytes[at] !== closeBrace) {
		if (members.size > 0) at = skipBlanks(bytes, expectByte(bytes, at, comma));
		const keyEnd = skipString(bytes, at);
		const key = String(parseJson(bytes.subarray(at, keyEnd)));
		if (members.has(key)) throw new HostError("parse-request");
		const start = skipBlanks(bytes, expectByte(bytes, skipBlanks(bytes, keyEnd), colon));
		const end = skipValue(bytes, start);
		members.set(key, { start, end });
		at = skipBlanks(bytes, end);
	}
	if (skipBlanks(bytes, at + 1) !== bytes.length) throw new HostError("parse-request");
	return members;
}

/** @throws HostError `parse-request` when the bytes are not JSON in UTF-8, repeat a key, or nest too deeply */
export function parseJson(bytes: Uint8Array): unknown {
	try {
		return parseStrictJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch {
		throw new HostError("parse-request");
	}
}

function skipBlanks(bytes: Uint8Array, from: number): number {
	let at = from;
	while (at < bytes.length && blanks.includes(bytes[at])) at++;
	return at;
}

function expectByte(bytes: Uint8Array, at: number, byte: number): number {
	if (bytes[at] !== byte) throw new HostError("parse-request");
	return at + 1;
}

function skipString(bytes: Uint8Array, from: number): number {
	let at = expectByte(bytes, from, quote);
	while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
	return expectByte(bytes, at, quote);
}

function skipValue(bytes: Uint8Array, from: number): number {
	const first = bytes[from];
	if (first === quote) return skipString(bytes, from);
	if (isOpening(first)) return skipBracketed(bytes, from);
	let at = from;
	while (at < bytes.length && bytes[at] !== comma && !isClosing(bytes[at]) && !blanks.includes(bytes[at]))
		at++;
	if (at === from) throw new HostError("parse-request");
	return at;
}

function skipBracketed(bytes: Uint8Array, from: number): number {
	let at = from;
	let depth = 0;
	do {
		if (at >= bytes.length) throw new HostError("parse-request");
		if (bytes[at] === quote) {
			at = skipString(bytes, at);
			continue;
		}
		if (isOpening(bytes[at])) depth++;
		else if (isClosing(bytes[at])) depth--;
		at++;
	} while (depth > 0);
	return at;
}

function isOpening(byte: number | undefined): boolean {
	return byte === openBrace || byte === openBracket;
}

function isClosing(byte: number | undefined): boolean {
	return byte === closeBrace || byte === closeBracket;
}
