import type { Diagnostic, ValidationReport } from "../report/diagnostic.ts";
import type { DiagnosticCode } from "../report/diagnostic-codes.ts";
import { type ConvertCode, convertCodes } from "./convert-codes.ts";
import type { ConversionStep } from "./manifest.ts";

/** Hits of one code that a report lists; the last one counts the rest as `params.suppressed`. */
const listedHits = 20;
const longestText = 128;
/** What stands for a text that must not be named. */
const hidden = "[private]";

/** What a step did, as the manifest sorts it. */
type StepKind = "filled" | "dropped" | "converted" | "repairs";

/** Where a finding points and what it names. */
interface FindingDetails {
	readonly path: string;
	readonly params?: Readonly<Record<string, string | number | readonly (string | number)[]>>;
	/** Needed where the code's definition says `either`. */
	readonly severity?: Diagnostic["severity"];
}

type Finding = Diagnostic<ConvertCode | DiagnosticCode>;

/** What one conversion found and did. */
export class ConversionLog {
	readonly steps: Readonly<Record<StepKind, ConversionStep[]>> = {
		filled: [],
		dropped: [],
		converted: [],
		repairs: [],
	};
	readonly #hides: (text: string) => boolean;
	readonly #findings: Finding[] = [];
	readonly #hits = new Map<ConvertCode, { last: Finding; count: number }>();
	#blocked = false;

	/** @param hides says which texts of the source must not be named, neither in findings nor in steps */
	constructor(hides: (text: string) => boolean = () => false) {
		this.#hides = hides;
	}

	/** Whether a blocking finding is there. */
	get blocked(): boolean {
		return this.#blocked;
	}

	/** Adds a finding. */
	find(code: ConvertCode, { path, params = {}, severity }: FindingDetails): void {
		const defined = convertCodes[code].severity;
		const level = defined === "either" ? (severity ?? "blocking") : defined;
		this.#blocked ||= level === "blocking";
		const hit = this.#hits.get(code);
		if (hit !== undefined && ++hit.count > listedHits) {
			hit.last.params["suppressed"] = hit.count - listedHits;
			return;
		}
		const shown = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, this.#shown(value)]));
		const finding = { code, severity: level, path, message: sentence(code, shown), params: shown };
		this.#findings.push(finding);
		this.#hits.set(code, { last: finding, count: hit?.count ?? 1 });
	}

	/** Records what was done to the data. */
	step(kind: StepKind, step: ConversionStep): void {
		this.steps[kind].push(mapTexts(step, (text) => this.#named(text)) as ConversionStep);
	}

	#shown(value: string | number | readonly (string | number)[]): unknown {
		return typeof value === "string" ? clip(this.#named(value)) : value;
	}

	#named(text: string): string {
		return this.#hides(text) ? hidden : text;
	}

	/** The findings of the conversion, then those of the replay. */
	report(judged?: ValidationReport<DiagnosticCode>): ValidationReport<ConvertCode | DiagnosticCode> {
		const diagnostics = [...this.#findings, ...(judged?.diagnostics ?? [])];
		return { ok: !this.#blocked && (judged?.ok ?? true), diagnostics };
	}
}

function sentence(code: ConvertCode, params: Readonly<Record<string, unknown>>): string {
	const { meaning } = convertCodes[code];
	const named = Object.entries(params).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
	const text = meaning.charAt(0).toUpperCase() + meaning.slice(1);
	return named.length === 0 ? `${text}.` : `${text} (${named.join(", ")}).`;
}

/** The value with its texts replaced. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
	if (typeof value === "string") return map(value);
	if (Array.isArray(value)) return value.map((part) => mapTexts(part, map));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, map)]));
}

function clip(text: string): string {
	const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
	return whole.length <= longestText ? whole : `${whole.slice(0, longestText - 1)}…`;
}
