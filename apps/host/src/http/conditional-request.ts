/** The request headers that decide which bytes of a stored file are sent. */
export interface ConditionalHeaders {
	readonly "if-match"?: string | undefined;
	readonly "if-none-match"?: string | undefined;
	readonly "if-range"?: string | undefined;
	readonly range?: string | undefined;
}

/** What to answer; `start` and `end` are inclusive byte offsets. */
export type Selection =
	| { readonly status: 200 }
	| { readonly status: 206; readonly start: number; readonly end: number }
	| { readonly status: 304 | 412 | 416 };

interface Representation {
	readonly method: "GET" | "HEAD";
	/** The strong entity tag, with its quotes. */
	readonly etag: string;
	readonly byteLength: number;
}

/**
 * Evaluates preconditions and a single byte range in the order of RFC 9110, 13.2.2.
 *
 * `If-Match` and `If-Range` compare strongly, `If-None-Match` weakly. A range set that is malformed, inverted, of
 * another unit or of several ranges is ignored (14.2 allows it), as is `Range` on anything but GET. A stored file has
 * no modification date here, so a date in `If-Range` never matches.
 */
export function selectBytes(headers: ConditionalHeaders, of: Representation): Selection {
	const ifMatch = headers["if-match"];
	if (ifMatch !== undefined && !matches(ifMatch, of.etag, "strong")) return { status: 412 };
	const ifNoneMatch = headers["if-none-match"];
	if (ifNoneMatch !== undefined && matches(ifNoneMatch, of.etag, "weak")) return { status: 304 };
	if (headers.range === undefined || of.method !== "GET") return { status: 200 };
	const ifRange = headers["if-range"];
	if (ifRange !== undefined && ifRange.trim() !== of.etag) return { status: 200 };
	return selectRange(headers.range, of.byteLength);
}

function selectRange(header: string, byteLength: number): Selection {
	const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header.trim()) ?? [];
	if (first === "" && last === "") return { status: 200 };
	if (first === "") {
		const suffix = Math.min(Number(last), byteLength);
		if (suffix === 0) return { status: 416 };
		return { status: 206, start: byteLength - suffix, end: byteLength - 1 };
	}
	const start = Number(first);
	const end = last === "" ? byteLength - 1 : Number(last);
	if (last !== "" && end < start) return { status: 200 };
	if (start >= byteLength) return { status: 416 };
	return { status: 206, start, end: Math.min(end, byteLength - 1) };
}

function matches(header: string, etag: string, comparison: "strong" | "weak"): boolean {
	if (header.trim() === "*") return true;
	return entityTags(header).some((tag) => tag === etag || (comparison === "weak" && tag === `W/${etag}`));
}

/** The entity tags of a list; empty when any member is malformed, so that a broken list matches nothing. */
function entityTags(header: string): string[] {
	const list = /^[ \t]*(?:,[ \t]*)*(?:(?:W\/)?"[!\x23-\x7e\x80-\xff]*"[ \t]*(?:(?:,[ \t]*)+|$))+$/;
	if (!list.test(header)) return [];
	return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
