import { mask, maskedPointer, maskedText } from "../privacy/masked.ts";
import type { DiagnosticDefinition } from "./define-code.ts";
import type { Diagnostic, ValidationReport } from "./diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "./diagnostic-codes.ts";

/** Hits of one code and severity that a report lists; the last one counts the rest as `params.suppressed`. */
const listedHits = 20;
const longestText = 128;

/** Where a finding points and what it names. */
interface FindingDetails {
	readonly path: string;
	readonly params?: Readonly<Record<string, unknown>>;
	/** Needed where the code's definition says `either`. */
	readonly severity?: Diagnostic["severity"];
}

/** Collects the findings of one judgement. Whatever a finding names, nothing private gets into the report. */
export interface Findings {
	/** Adds a hit. Costs next to nothing once the code is at its cap, if `details` is cheap to make. */
	add(code: DiagnosticCode, details: FindingDetails): void;
	/** Whether a blocking finding is there. */
	readonly blocked: boolean;
	/** The report so far, in order of discovery. */
	report(): ValidationReport<DiagnosticCode>;
}

interface Tally {
	readonly listed: Diagnostic<DiagnosticCode>[];
	hits: number;
}

/** Starts an empty collection. */
export function createFindings(): Findings {
	const tallies = new Map<string, Tally>();
	const order: Diagnostic<DiagnosticCode>[] = [];
	let blocked = false;

	function add(code: DiagnosticCode, { path, params = {}, severity }: FindingDetails): void {
		const defined = diagnosticCodes[code].severity;
		const level = defined === "either" ? (severity ?? "blocking") : defined;
		blocked ||= level === "blocking";
		const key = `${code} ${level}`;
		const tally = tallies.get(key) ?? { listed: [], hits: 0 };
		tallies.set(key, tally);
		if (++tally.hits > listedHits) {
			tally.listed[listedHits - 1].params["suppressed"] = tally.hits - listedHits;
			return;
		}
		const shown = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value)]));
		const diagnostic = {
			code,
			severity: level,
			path: clip(maskedPointer(path)),
			message: sentence(code, shown),
			params: shown,
		};
		tally.listed.push(diagnostic);
		order.push(diagnostic);
	}

	return {
		add,
		get blocked() {
			return blocked;
		},
		report: () => ({ ok: !blocked, diagnostics: order }),
	};
}

/** JSON pointer to an array or a part of it. */
export function arrayPath(name: string, ...rest: readonly (string | number)[]): string {
	return pointer("arrays", name, ...rest);
}

/** JSON pointer (RFC 6901) from its segments, for reports and errors: a private segment is masked. */
export function pointer(...segments: readonly (string | number)[]): string {
	return segments
		.map((part) => `/${maskedText(String(part)).replaceAll("~", "~0").replaceAll("/", "~1")}`)
		.join("");
}

function sentence(code: DiagnosticCode, params: Record<string, unknown>): string {
	const { meaning, isSaid } = meaningOf(diagnosticCodes[code], params["reason"]);
	const named = Object.entries(params)
		.filter(([name]) => !(isSaid && name === "reason"))
		.map(([name, value]) => `${name} ${JSON.stringify(value)}`);
	const text = meaning.charAt(0).toUpperCase() + meaning.slice(1);
	return named.length === 0 ? `${text}.` : `${text} (${named.join(", ")}).`;
}

/** What happened: the one cause, where the reason tells it, and whether the reason is thereby said. */
function meaningOf(
	{ meaning, causes }: DiagnosticDefinition,
	reason: unknown,
): { readonly meaning: string; readonly isSaid: boolean } {
	if (causes === undefined || typeof reason !== "string") return { meaning, isSaid: false };
	const cause = Object.hasOwn(causes, reason) ? causes[reason] : causes["other"];
	return cause === undefined
		? { meaning, isSaid: false }
		: { meaning: cause.replace("{reason}", () => reason), isSaid: true };
}

/** Keeps params plain JSON, short, and free of private texts: content may hold anything. */
function plain(value: unknown): unknown {
	if (typeof value === "bigint") return value.toString();
	if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
	if (typeof value === "string") return clip(maskedText(value));
	if (Array.isArray(value)) return value.map(plain);
	// Rules name texts, numbers and lists of them; of anything else that content put there, only its place is told.
	return typeof value === "object" && value !== null ? mask : value;
}

function clip(text: string): string {
	const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
	return whole.length <= longestText ? whole : `${whole.slice(0, longestText - 1)}…`;
}
