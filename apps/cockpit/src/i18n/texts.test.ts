import { diagnosticCodes } from "@hindcast/replay-protocol";
import { describe, expect, it } from "vitest";
import { fillText } from "./diagnostic-text.ts";
import { diagnosticsEn } from "./diagnostics.en.ts";
import { diagnosticsRu } from "./diagnostics.ru.ts";
import { en } from "./en.ts";
import { createCounter } from "./plural.ts";
import { ru } from "./ru.ts";
import { diagnosticText, faultText } from "./texts.ts";

const placeholders = (text: string) => [...text.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, name]) => name!);

function leaves(value: object, path = ""): [string, unknown][] {
	return Object.entries(value).flatMap(([key, child]): [string, unknown][] =>
		typeof child === "object" && child !== null
			? leaves(child, `${path}/${key}`)
			: [[`${path}/${key}`, child]],
	);
}

describe("diagnostic texts", () => {
	it.each([
		["en", diagnosticsEn],
		["ru", diagnosticsRu],
	] as const)("%s has a text and a hint for every code, and no other", (_, texts) => {
		expect(Object.keys(texts).sort()).toEqual(Object.keys(diagnosticCodes).sort());
		for (const { text, hint } of Object.values(texts)) {
			expect(text).not.toBe("");
			expect(hint).not.toBe("");
		}
	});

	it.each(Object.entries(diagnosticCodes))(
		"%s names only parameters that the code carries",
		(code, { params }) => {
			for (const texts of [diagnosticsEn, diagnosticsRu]) {
				const { text, hint } = texts[code as keyof typeof diagnosticCodes];
				for (const name of placeholders(text + hint)) expect(params).toContain(name);
			}
		},
	);

	it("says the same thing with the same parameters in both languages", () => {
		for (const [code, { text }] of Object.entries(diagnosticsEn))
			expect(placeholders(diagnosticsRu[code as keyof typeof diagnosticsRu].text).sort(), code).toEqual(
				placeholders(text).sort(),
			);
	});

	it("fills parameters, and never anything that is not one", () => {
		expect(fillText("{a} of {b}", { a: 3, b: ["x", "y"] })).toBe("3 of x, y");
		expect(fillText("{a} and {constructor}", { a: "{b}", b: 1 })).toBe("{b} and —");
		expect(fillText("objects ({dtype}) here", {})).toBe("objects here");
		expect(fillText("a code ({value}).", { value: "" })).toBe("a code.");
		expect(fillText("{gap}", { gap: 0.600239388999 })).toBe("0.600239");
		expect(fillText("{a}", { a: "x".repeat(500) })).toHaveLength(120);
	});

	it("writes decimals as each language does, and leaves lists alone", () => {
		const pause = {
			code: "telemetry-stale-span",
			severity: "advisory",
			path: "",
			message: "",
			params: { from_t: 1.25, to_t: 2 },
		} as const;
		expect(diagnosticText("en", pause).text).toContain("from 1.25 to 2 s");
		expect(diagnosticText("ru", pause).text).toContain("с 1,25 по 2 с");
		expect(fillText("{a}", { a: [0.5, 2] }, ru.number)).toBe("0.5, 2");
		expect([ru.number(0.1), ru.number(31.416, 2), en.number(31.416, 2)]).toEqual(["0,1", "31,42", "31.42"]);
	});

	it("keeps the words of a code that it does not know", () => {
		const newer = {
			code: "from-the-future",
			severity: "advisory",
			path: "",
			message: "words",
			params: {},
		} as const;
		expect(diagnosticText("ru", newer)).toEqual({ text: "words", hint: "" });
		expect(diagnosticText("en", { ...newer, code: "constructor" }).text).toBe("words");
	});
});

describe("messages", () => {
	it("have no empty text, and Russian ones are Russian", () => {
		for (const [path, text] of leaves(en)) expect(text, path).not.toBe("");
		const same = leaves(ru).filter(([path, text]) => typeof text === "string" && text === textAt(en, path));
		expect(same).toEqual([]);
	});

	it("count as each language does", () => {
		const count = createCounter("ru");
		const forms = { one: "кадр", few: "кадра", many: "кадров", other: "кадра" };
		const counted = [1, 2, 5, 11, 21, 22, 112].map((n) => count(n, forms));
		expect(counted).toEqual([
			"1 кадр",
			"2 кадра",
			"5 кадров",
			"11 кадров",
			"21 кадр",
			"22 кадра",
			"112 кадров",
		]);
		expect([1, 2].map(en.catalog.advisories)).toEqual(["1 advisory", "2 advisories"]);
	});

	it("explain faults by code, and fall back on what the host said", () => {
		const fault = { message: "words", hint: "what to do", requestId: null };
		expect(faultText("ru", { ...fault, code: "offline" }).text).toBe("Хост не отвечает.");
		expect(faultText("ru", { ...fault, code: "teapot" })).toEqual({ text: "words", hint: "what to do" });
	});
});

function textAt(root: object, path: string): unknown {
	return path
		.split("/")
		.slice(1)
		.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], root);
}
