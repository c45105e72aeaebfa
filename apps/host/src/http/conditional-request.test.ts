import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ConditionalHeaders, selectBytes } from "./conditional-request.ts";

const etag = '"sha256:aa"';
const get = (headers: ConditionalHeaders, byteLength = 10) =>
	selectBytes(headers, { method: "GET", etag, byteLength });
const whole = { status: 200 };
const part = (start: number, end: number) => ({ status: 206, start, end });

describe("ranges (RFC 9110, 14)", () => {
	it.each([
		["bytes=0-0", part(0, 0)],
		["bytes=0-9", part(0, 9)],
		["bytes=2-5", part(2, 5)],
		["bytes=5-", part(5, 9)],
		["bytes=9-", part(9, 9)],
		["bytes=0-99999999999999999999999", part(0, 9)],
		["bytes=-1", part(9, 9)],
		["bytes=-10", part(0, 9)],
		["bytes=-11", part(0, 9)],
		["BYTES=1-2", part(1, 2)],
		["bytes= 1-2 ", part(1, 2)],
		["bytes=10-", { status: 416 }],
		["bytes=10-11", { status: 416 }],
		["bytes=99999999999999999999999-", { status: 416 }],
		["bytes=-0", { status: 416 }],
		["bytes=5-2", whole],
		["bytes=-", whole],
		["bytes=", whole],
		["bytes=1", whole],
		["bytes=a-b", whole],
		["bytes=0-1,3-4", whole],
		["bytes=0x1-2", whole],
		["bytes=-1-2", whole],
		["items=0-1", whole],
		["0-1", whole],
	])("%s", (range, expected) => {
		expect(get({ range })).toEqual(expected);
	});

	it("answers 416 to any range of an empty file but the ignored ones", () => {
		expect(get({ range: "bytes=0-" }, 0)).toEqual({ status: 416 });
		expect(get({ range: "bytes=-5" }, 0)).toEqual({ status: 416 });
		expect(get({ range: "bytes=0-1,2-3" }, 0)).toEqual(whole);
	});

	it("ignores Range on HEAD", () => {
		expect(selectBytes({ range: "bytes=0-1" }, { method: "HEAD", etag, byteLength: 10 })).toEqual(whole);
	});

	it("agrees with slicing for every satisfiable range", () => {
		const bytes = Uint8Array.from({ length: 40 }, (_, at) => at);
		fc.assert(
			fc.property(fc.nat(60), fc.option(fc.nat(80), { nil: undefined }), (start, end) => {
				const selection = get({ range: `bytes=${start}-${end ?? ""}` }, bytes.length);
				const expected = end === undefined ? bytes.slice(start) : bytes.slice(start, end + 1);
				if (end !== undefined && end < start) expect(selection).toEqual(whole);
				else if (start >= bytes.length) expect(selection).toEqual({ status: 416 });
				else if (selection.status === 206) {
					expect(bytes.slice(selection.start, selection.end + 1)).toEqual(expected);
				} else expect.unreachable();
			}),
			{ seed: 1, numRuns: 300 },
		);
	});
});

describe("preconditions (RFC 9110, 13)", () => {
	it.each<[ConditionalHeaders, number]>([
		[{ "if-match": etag }, 200],
		[{ "if-match": "*" }, 200],
		[{ "if-match": `"other", ${etag}` }, 200],
		[{ "if-match": `,, "other" ,, ${etag},` }, 200],
		[{ "if-match": '"other"' }, 412],
		[{ "if-match": `W/${etag}` }, 412],
		[{ "if-match": "sha256:aa" }, 412],
		[{ "if-match": "" }, 412],
		[{ "if-match": `${etag} "x"` }, 412],
		[{ "if-match": `x${etag}` }, 412],
		[{ "if-none-match": etag }, 304],
		[{ "if-none-match": `W/${etag}` }, 304],
		[{ "if-none-match": "*" }, 304],
		[{ "if-none-match": `"b", W/${etag}` }, 304],
		[{ "if-none-match": '"b"' }, 200],
		[{ "if-none-match": "sha256:aa" }, 200],
		[{ "if-match": '"other"', "if-none-match": etag }, 412],
		[{ "if-match": etag, "if-none-match": etag }, 304],
		[{ "if-none-match": etag, range: "bytes=0-1" }, 304],
		[{ "if-match": '"other"', range: "bytes=0-1" }, 412],
	])("%o gives %i", (headers, status) => {
		expect(get(headers).status).toBe(status);
	});

	it.each([
		[etag, 206],
		[`W/${etag}`, 200],
		['"sha256:a"', 200],
		['"sha256:aaa"', 200],
		[`${etag}, "b"`, 200],
		["Wed, 21 Oct 2015 07:28:00 GMT", 200],
		["", 200],
	])("If-Range %s compares strongly and whole", (ifRange, status) => {
		expect(get({ range: "bytes=0-1", "if-range": ifRange }).status).toBe(status);
	});

	it("does not let If-Range turn a range that cannot be had into an error", () => {
		expect(get({ range: "bytes=50-", "if-range": '"old"' })).toEqual(whole);
		expect(get({ range: "bytes=50-", "if-range": etag })).toEqual({ status: 416 });
	});

	it("ignores If-Range without Range", () => {
		expect(get({ "if-range": etag })).toEqual(whole);
	});
});
