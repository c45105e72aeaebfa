import { isPlainObject } from "../arguments.ts";
import type { ReplayMetadata } from "../metadata.ts";
import { pointer } from "../report/findings.ts";
import { pathMeaning } from "./key-meaning.ts";
import { neutralNames } from "./neutral-names.ts";
import { type PrivacyCode, privateHits } from "./private-text.ts";
import { isOutsidePublic, isPublicLabel } from "./public-part.ts";
import type { Redaction } from "./sanitize.ts";

/** Stands for a part that is left out. */
const omitted = Symbol("omitted");

/** Where a value is: the keys that lead to it, the segments of its pointer. */
interface Position {
	readonly path: readonly string[];
	readonly place: readonly (string | number)[];
}

/** The public part of a replay's metadata; what is left out or replaced is added to the redactions. */
export function publishedMetadata(source: ReplayMetadata, redactions: Redaction[]): ReplayMetadata {
	const kept = new MetadataCopy(redactions).object(source, { path: [], place: ["metadata"] });
	const metadata = { ...kept, visibility: "public" } as ReplayMetadata;
	if (metadata.artifact_class !== "physical-feedback-verified") return metadata;
	redactions.push({ path: "/metadata/artifact_class", rule: "verification-overclaimed" });
	return { ...metadata, artifact_class: "recorded" };
}

class MetadataCopy {
	readonly #redactions: Redaction[];
	/** Labels for the table of codes that is being copied, none of which it has already. */
	#label = neutralNames("unknown-", []);

	constructor(redactions: Redaction[]) {
		this.#redactions = redactions;
	}

	object(source: Record<string, unknown>, { path, place }: Position): Record<string, unknown> {
		const kept: [string, unknown][] = [];
		if (path.length === 2 && path[0] === "enums")
			this.#label = neutralNames("unknown-", Object.values(source));
		for (const [index, [key, value]] of Object.entries(source).entries()) {
			const here = [...path, key];
			const keyRule = privateHits(key)[0]?.code;
			const at = [...place, keyRule === undefined ? key : index];
			const rule = isOutsidePublic(here) ? "private-metadata-key" : keyRule;
			const copy = rule === undefined ? this.#value(value, { path: here, place: at }) : this.#omit(at, rule);
			if (copy !== omitted) kept.push([key, copy]);
		}
		return Object.fromEntries(kept);
	}

	#value(value: unknown, position: Position): unknown {
		const { path, place } = position;
		if (Array.isArray(value)) return this.#list(value, position);
		if (isPlainObject(value)) {
			const rule = path.length === 1 && path[0] === "generator" ? generatorRule(value) : null;
			return rule === null ? this.object(value, position) : this.#omit(place, rule);
		}
		const rule = ruleOf(value, path);
		if (rule === null) return value;
		const [top] = path;
		if (top === "robot_id" && path.length === 1) return this.#replace(place, rule, "robot");
		if (top === "enums" && path.length === 3) return this.#replace(place, rule, this.#labelOf(path[2]));
		return this.#omit(place, rule);
	}

	#list(list: readonly unknown[], { path, place }: Position): unknown[] {
		const isContacts = path.length === 1 && path[0] === "contact_names";
		const neutral = neutralNames("contact-", list);
		const kept: unknown[] = [];
		for (const [index, part] of list.entries()) {
			const at = [...place, index];
			const rule = isContacts ? ruleOf(part, path) : null;
			// Contacts go by their columns: a name may change, not its place.
			if (rule !== null) kept.push(this.#replace(at, rule, neutral(index)));
			else kept.push(this.#value(part, { path, place: at }));
		}
		return kept.filter((part) => part !== omitted);
	}

	/** A label for a code in a form that the protocol knows for modes; -1 is what is not known. */
	#labelOf(code: string): string {
		return code === "-1" ? "unknown" : this.#label(/^\d{1,15}$/.test(code) ? Number(code) : 0);
	}

	#omit(place: Position["place"], rule: PrivacyCode): typeof omitted {
		this.#redactions.push({ path: pointer(...place), rule });
		return omitted;
	}

	#replace(place: Position["place"], rule: PrivacyCode, neutral: string): string {
		this.#redactions.push({ path: pointer(...place), rule });
		return neutral;
	}
}

/** The rule that a scalar breaks; a number only by what its key says of it. */
function ruleOf(value: unknown, path: readonly string[]): PrivacyCode | null {
	if (typeof value !== "string" && typeof value !== "number") return null;
	const meaning = pathMeaning(path);
	if (typeof value === "number" && meaning === null) return null;
	const isLabel = path.length !== 1 || path[0] !== "source_label" || isPublicLabel(String(value));
	return privateHits(String(value), meaning)[0]?.code ?? (isLabel ? null : "private-metadata-key");
}

/** The rule that a generator breaks as a whole: it has a name and a version, or is left out. */
function generatorRule({ name, version }: Record<string, unknown>): PrivacyCode | null {
	return ruleOf(name, ["generator", "name"]) ?? ruleOf(version, ["generator", "version"]);
}
