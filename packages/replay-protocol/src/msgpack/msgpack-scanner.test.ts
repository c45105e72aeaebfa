import { decode, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ContentFault } from "../content-fault.ts";
import { DocumentFault } from "../json/json-document.ts";
import { parseMsgpack } from "./msgpack-document.ts";
import { MsgpackFault, MsgpackScanner } from "./msgpack-scanner.ts";
import { MsgpackSink } from "./msgpack-sink.ts";
import { MsgpackSkip } from "./msgpack-skip.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const bytesOf = (...values: number[]) => Uint8Array.from(values);

/** JSON without -0, which our writers never see. */
const anyJson = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

function written(write: (sink: MsgpackSink) => void): Uint8Array {
	const sink = new MsgpackSink();
	write(sink);
	return sink.bytes();
}

/** Whether our scanner takes the bytes as exactly one value; the fault's reason where it does not. */
function framing(bytes: Uint8Array): string {
	const scanner = new MsgpackScanner(bytes);
	try {
		new MsgpackSkip().run(scanner, Number.POSITIVE_INFINITY);
		return scanner.position === bytes.length ? "whole" : "trailing";
	} catch (error) {
		if (error instanceof MsgpackFault) return error.reason;
		throw error;
	}
}

describe("what the peer writes", () => {
	it("is parsed to the same value", () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				expect(parseMsgpack(encode(value), 64)).toEqual(value);
			}),
			{ seed: 11, numRuns: 300 },
		);
	});

	it("in single precision too", () => {
		const float = fc.float({ noNaN: true, noDefaultInfinity: true });
		fc.assert(
			fc.property(fc.array(float), (values) => {
				const bytes = encode(values, { forceFloat32: true });
				expect(parseMsgpack(bytes, 2)).toEqual(values.map((value) => value + 0));
			}),
			{ seed: 12, numRuns: 50 },
		);
	});

	it("is framed whole, and cut nowhere else", () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				const bytes = encode(value);
				expect(framing(bytes)).toBe("whole");
				for (let end = 0; end < bytes.length; end++) {
					expect(framing(bytes.subarray(0, end))).toBe("truncated");
				}
			}),
			{ seed: 13, numRuns: 60 },
		);
	});
});

describe("what we write", () => {
	const integer = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -200, max: 300 }));
	const edges = [0, 127, 128, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];
	const negative = [-1, -32, -33, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 31) - 1];

	it("is decoded by the peer, integers in the peer's own bytes", () => {
		const check = (value: number) => {
			const bytes = written((sink) => sink.number(value));
			expect(bytes).toEqual(encode(value));
			expect(decode(bytes)).toBe(value);
		};
		for (const value of [...edges, ...negative, Number.MIN_SAFE_INTEGER, 0.1, -1e300]) check(value);
		fc.assert(fc.property(integer, check), { seed: 14, numRuns: 300 });
	});

	it.each([0, 1, 31, 32, 255, 256, 65535, 65536, 70_000, 200_000])("has heads for %i", (length) => {
		const text = "x".repeat(length);
		expect(decode(written((sink) => sink.text(text)))).toBe(text);
		const binary = new Uint8Array(length).fill(7);
		expect(decode(written((sink) => sink.binary(binary)))).toEqual(binary);
		const list = written((sink) => {
			sink.list(length);
			for (let i = 0; i < length; i++) sink.nil();
		});
		expect(decode(list)).toEqual(Array(length).fill(null));
		const map = written((sink) => {
			sink.map(length);
			for (let i = 0; i < length; i++) {
				sink.text(`k${i}`);
				sink.boolean(true);
			}
		});
		expect(Object.keys(decode(map) as object)).toHaveLength(length);
	});
});

describe("every first byte", () => {
	it("has the meaning and the size that the peer gives it", () => {
		for (let lead = 0; lead < 256; lead++) {
			const bytes = new Uint8Array(40);
			bytes[0] = lead;
			// Sizes in the head are 0, 1 or 2; 0xa1 is a key of one byte, and a value.
			const padded = [1, 2, 3, 5, 9, 17, 18, 20, 33, 40].map((length) => bytes.slice(0, length));
			for (const one of padded) {
				const theirs = peerFraming(one);
				const ours = framing(one);
				expect(ours === "whole", `${lead} ${one.length} ${ours} ${theirs}`).toBe(theirs === "whole");
			}
		}
	});

	it("0xc1 is reserved", () => {
		expect(framing(bytesOf(0xc1))).toBe("reserved-byte");
	});
});

/** The peer's framing; it refuses maps with keys that are no text, which the framing does not look at. */
function peerFraming(bytes: Uint8Array): string {
	try {
		decode(bytes, { mapKeyConverter: String as never });
		return "whole";
	} catch (error) {
		return String(error);
	}
}

describe("sizes", () => {
	it.each([
		["text", [0xdb, 0xff, 0xff, 0xff, 0xff]],
		["binary", [0xc6, 0x7f, 0xff, 0xff, 0xff, 0]],
		["list", [0xdd, 0xff, 0xff, 0xff, 0xff, 0xc0]],
		["map", [0xdf, 0, 0, 0, 2, 0xc0, 0xc0, 0xc0]],
		["extension", [0xc9, 0, 0, 0, 2, 5, 0]],
	])("of a %s are held against the bytes that are left", (_, bytes) => {
		expect(framing(Uint8Array.from(bytes))).toBe("truncated");
	});

	it("nest 64 levels at most, without recursion", () => {
		const nested = (levels: number) => Uint8Array.from([...Array<number>(levels).fill(0x91), 0xc0]);
		expect(framing(nested(64))).toBe("whole");
		expect(framing(nested(65))).toBe("too-deep");
		expect(framing(nested(999_999))).toBe("too-deep");
	});
});

describe("a document", () => {
	const fault = (bytes: Uint8Array, depth = 8) => {
		try {
			return parseMsgpack(bytes, depth);
		} catch (error) {
			if (error instanceof DocumentFault) return `${error.path}: ${error.message}`;
			if (error instanceof MsgpackFault) return error.reason;
			if (error instanceof ContentFault) return `${error.code} ${error.params["dtype"]}`;
			throw error;
		}
	};

	it("says what JSON can say", () => {
		expect(fault(bytesOf(0x82, 0xa1, 0x61, 0xc0, 0xa1, 0x61, 0xc0))).toBe("/a: repeated key");
		expect(fault(bytesOf(0x81, 0xa1, 0x61, 0xc4, 1, 0))).toBe("/a: binary is not JSON");
		expect(fault(bytesOf(0x81, 0xa1, 0x61, 0xd4, 5, 0))).toBe("object-payload extension 5");
		expect(fault(bytesOf(0x81, 0xa1, 0x61, 0xd6, 0xff, 0, 0, 0, 0))).toBe("object-payload extension -1");
		expect(fault(bytesOf(0x81, 0x01, 0xc0))).toBe("key-not-text");
		expect(fault(bytesOf(0x91, 0xa1, 0xff))).toBe("utf-8");
		expect(fault(encode([[[]]]), 3)).toEqual([[[]]]);
		expect(fault(encode([[[]]]), 2)).toBe("/0/0: too deep");
		expect(fault(encode({ a: { b: {} } }), 2)).toBe("/a/b: too deep");
	});

	it("has no integers that a number cannot hold", () => {
		const big = (value: bigint) => fault(encode([value], { useBigInt64: true }));
		const most = BigInt(Number.MAX_SAFE_INTEGER);
		expect(big(most)).toEqual([Number.MAX_SAFE_INTEGER]);
		expect(big(-most)).toEqual([-Number.MAX_SAFE_INTEGER]);
		for (const value of [most + 1n, most + 2n, -most - 1n, -most - 2n, 2n ** 64n - 1n, -(2n ** 63n)]) {
			expect(big(value), String(value)).toBe("/0: an integer beyond 2^53");
		}
	});
});
