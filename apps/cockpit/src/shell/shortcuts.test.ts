import { describe, expect, it } from "vitest";
import { en } from "../i18n/en.ts";
import { matchShortcut, shortcutGroups, shortcuts } from "./shortcuts.ts";

function press(key: string, extra: Partial<KeyboardEvent> = {}) {
	const event = { key, code: "", shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...extra };
	return matchShortcut(event)?.action ?? null;
}

describe("shortcuts", () => {
	it.each([
		[" ", {}, "play"],
		["ArrowLeft", {}, "back"],
		["ArrowRight", { shiftKey: true }, "tenOn"],
		["ArrowLeft", { altKey: true }, "orbit"],
		["Home", {}, "toStart"],
		["l", { code: "KeyL" }, "loop"],
		["д", { code: "KeyL" }, "loop"],
		["б", { code: "Comma" }, "back"],
		["?", { code: "Slash", shiftKey: true }, "shortcuts"],
		[",", { code: "Digit7", shiftKey: true }, null],
		["4", { code: "Digit4" }, "speed"],
		["+", { shiftKey: true, code: "Equal" }, "zoom"],
		["r", { code: "KeyR", ctrlKey: true }, null],
		["r", { code: "KeyR", metaKey: true }, null],
		["L", { code: "KeyL", shiftKey: true }, null],
		["x", { code: "KeyX" }, null],
		["[", { code: "BracketLeft" }, "loopStart"],
		["ъ", { code: "BracketRight" }, "loopEnd"],
		["k", { code: "KeyK", ctrlKey: true }, "find"],
		["л", { code: "KeyK", metaKey: true }, "find"],
		["k", { code: "KeyK" }, "skeleton"],
	])("%s %o is %s", (key, extra, action) => expect(press(key, extra)).toBe(action));

	it("gives no key two meanings", () => {
		const chords = shortcuts.flatMap(({ keys, shift = false, alt = false, control = false }) =>
			keys.map((key) => `${control ? "Ctrl " : ""}${alt ? "Alt " : ""}${shift ? "Shift " : ""}${key}`),
		);
		expect(new Set(chords).size).toBe(chords.length);
	});

	it("shows every action on the sheet, with a name", () => {
		const listed = shortcutGroups(en).flatMap(({ actions }) => actions);
		expect(new Set(listed.map(({ action }) => action))).toEqual(
			new Set(shortcuts.map(({ action }) => action)),
		);
		for (const { name } of listed) expect(name).not.toBe("");
	});
});
