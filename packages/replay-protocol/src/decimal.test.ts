import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { JsonScanner } from "./json/json-scanner.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();

function parse(text: string): number {
	const scanner = new JsonScanner(encoder.encode(text));
	const value = scanner.number();
	expect(scanner.position).toBe(text.length);
	return value;
}

describe("numbers", () => {
	it("are the engine's, bit for bit, for every float64 in its shortest form", () => {
		const floats = fc.double({ noNaN: true, noDefaultInfinity: true });
		fc.assert(
			fc.property(floats, (value) => {
				expect(parse(JSON.stringify(value))).toBe(Number(JSON.stringify(value)));
			}),
			{ seed: 1, numRuns: 3000 },
		);
	});

	it("are the engine's for any digits, point and exponent", () => {
		const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,22})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?$/);
		fc.assert(
			fc.property(digits, fc.constantFrom("", "-"), (text, sign) => {
				expect(parse(sign + text)).toBe(Number(sign + text));
			}),
			{ seed: 2, numRuns: 5000 },
		);
	});

	it("round like the engine at and beside ties", () => {
		for (let exponent = 0; exponent < 11; exponent++) {
			for (let odd = 1; odd < 40; odd += 2) {
				// Halfway between two neighbours: an odd number of halves of the last place, written out in full.
				const halves = (2n ** 53n + BigInt(odd)) * 2n ** BigInt(exponent);
				for (const near of [halves - 1n, halves, halves + 1n]) {
					for (const text of [`${near}`, `${near}e1`, `${near}e-3`, `${near}.0`]) {
						expect(parse(text), text).toBe(Number(text));
					}
				}
			}
		}
		for (const text of ["9007199254740993", "0.500000000000000166533453694", "1e22", "1e23", "8.5e-22"]) {
			expect(parse(text), text).toBe(Number(text));
		}
	});

	it("round like the engine where 19 digits come closest to a tie", () => {
		let tried = 0;
		for (let exponent = 10; exponent <= 22; exponent++) {
			for (let shift = 0n; shift <= 10n; shift++) {
				for (const digits of nearTies(10n ** BigInt(exponent), shift)) {
					tried++;
					const text = `${digits}e-${exponent}`;
					expect(parse(text), text).toBe(Number(text));
				}
			}
		}
		expect(tried).toBeGreaterThan(500);
	});

	it.each(["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "--1", "-01"])("refuses %j", (text) => {
		const scanner = new JsonScanner(encoder.encode(text));
		expect(() => {
			scanner.number();
			if (scanner.position !== text.length) scanner.fault();
		}).toThrow();
	});
});

/**
 * Numerators M of at most 19 digits for which M / power is closest to a tie t / 2^n, t odd with 54 bits: multiples of
 * the convergents of power / 2^n.
 */
function* nearTies(power: bigint, shift: bigint): Generator<bigint> {
	let [over, under] = [power, 2n ** (BigInt(power.toString(2).length - 1) - shift)];
	let [p0, q0, p1, q1] = [0n, 1n, 1n, 0n];
	while (under !== 0n) {
		const whole = over / under;
		[over, under] = [under, over % under];
		[p0, p1] = [p1, whole * p1 + p0];
		[q0, q1] = [q1, whole * q1 + q0];
		if (q1 === 0n) continue;
		const first = (2n ** 53n / q1) | 1n;
		for (let factor = first; factor < first + 8n; factor += 2n) {
			const [numerator, tie] = [factor * p1, factor * q1];
			const fits = tie >= 2n ** 53n && tie < 2n ** 54n && tie % 2n === 1n && numerator < 10n ** 19n;
			if (fits) yield numerator;
		}
	}
}
