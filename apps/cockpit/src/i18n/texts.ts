import type { Diagnostic } from "@hindcast/replay-protocol";
import type { Fault } from "../model/fault.ts";
import type { Language } from "../model/preferences.ts";
import { type DiagnosticText, type DiagnosticTexts, fillText } from "./diagnostic-text.ts";
import { diagnosticsEn } from "./diagnostics.en.ts";
import { diagnosticsRu } from "./diagnostics.ru.ts";
import { en, type Messages } from "./en.ts";
import { ru } from "./ru.ts";

/** The cockpit's texts by language. */
export const messages: Readonly<Record<Language, Messages>> = { en, ru };

const diagnosticTexts: Readonly<Record<Language, DiagnosticTexts>> = { en: diagnosticsEn, ru: diagnosticsRu };

/** A diagnostic in the reader's language; a code from a newer host keeps the words it came with. */
export function diagnosticText(language: Language, { code, message, params }: Diagnostic): DiagnosticText {
	const texts: Readonly<Record<string, DiagnosticText>> = diagnosticTexts[language];
	const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
	if (known === undefined) return { text: message, hint: "" };
	const { number } = messages[language];
	return { text: fillText(known.text, params, number), hint: fillText(known.hint, params, number) };
}

/** A failure in the reader's language; an unknown code keeps the words and the hint it came with. */
export function faultText(language: Language, { code, message, hint }: Fault): DiagnosticText {
	const { faults } = messages[language];
	const known = Object.hasOwn(faults, code) ? faults[code] : undefined;
	return known ?? { text: message, hint: hint ?? faults["unexpected"]?.hint ?? "" };
}
