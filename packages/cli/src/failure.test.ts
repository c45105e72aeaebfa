import { describe, expect, it } from "vitest";
import { exitCode } from "./exit-codes.ts";
import { explain, Failure, failureLines, usageFailure } from "./failure.ts";
import { printable, table } from "./text.ts";

const running = new AbortController().signal;

describe("what an operator is told", () => {
	it("is the failure itself, or the code and the hint of a package's error", () => {
		expect(explain(usageFailure("m", "h"), running)).toMatchObject({ code: "usage", exit: exitCode.usage });
		const ours = Object.assign(new Error("bad"), { code: "npy-magic", hint: "Save again." });
		expect(explain(ours, running)).toEqual({
			code: "npy-magic",
			message: "bad",
			hint: "Save again.",
			exit: 1,
		});
	});

	it("is a fault of the program for anything else, without a stack", () => {
		const lines = failureLines(explain(new TypeError("x is not a function"), running));
		expect(lines).toBe(
			"hindcast: internal: TypeError: x is not a function\n" +
				"hint: This is a fault of hindcast: please report it with the command that you ran.\n",
		);
		expect(explain("thrown", running)).toMatchObject({ code: "internal", exit: 70 });
	});

	it("is that it was stopped, whatever was thrown for it", () => {
		const failure = new Failure({ code: "x", message: "m", hint: "h", exit: 3 });
		expect(explain(failure, AbortSignal.abort())).toMatchObject({ code: "interrupted", exit: 130 });
	});
});

describe("text for a terminal", () => {
	it("writes out what moves, hides or reorders", () => {
		expect(printable("a\u001b[2Jb\u202ec\u200bd\ne\u009bf\ue000\ud800\u2028 é 😀")).toBe(
			"a\\u{1b}[2Jb\\u{202e}c\\u{200b}d\\ne\\u{9b}f\\u{e000}\\u{d800}\\u{2028} é 😀",
		);
		expect(
			table([
				["a", "\u001b"],
				["long", "b"],
			]),
		).toBe("  a     \\u{1b}\n  long  b");
	});
});
