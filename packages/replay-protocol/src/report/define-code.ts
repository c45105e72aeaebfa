/** What a diagnostic code means, for reports, translations and the table in `DIAGNOSTICS.md`. */
export interface DiagnosticDefinition {
	/** `either`: advisory, but blocking in the case that `blocksWhen` names. */
	readonly severity: "blocking" | "advisory" | "either";
	/** When a code of severity `either` blocks. */
	readonly blocksWhen?: string;
	/** What triggers the code, as a sentence without its full stop. */
	readonly meaning: string;
	/**
	 * The meaning where `params.reason` says which of several causes it was, by that word; under `other` for any other word,
	 * which `{reason}` stands for. Messages name the one cause, `meaning` all.
	 */
	readonly causes?: Readonly<Record<string, string>>;
	/** Names of the values in `params`; some appear only where they are known. */
	readonly params: readonly string[];
	/** Codes that the same fault may bring along. */
	readonly implies: readonly string[];
	/** How to repair the artifact. */
	readonly hint: string;
}

/** One row of the table: severity, meaning, params, hint, implied codes, bound of `either`, causes. */
export function define(
	...[severity, meaning, params, hint, implies = [], blocksWhen, causes]: [
		severity: DiagnosticDefinition["severity"],
		meaning: string,
		params: readonly string[],
		hint: string,
		implies?: readonly string[],
		blocksWhen?: string,
		causes?: Readonly<Record<string, string>>,
	]
): DiagnosticDefinition {
	return {
		severity,
		meaning,
		params,
		implies,
		hint,
		...(blocksWhen === undefined ? {} : { blocksWhen }),
		...(causes === undefined ? {} : { causes }),
	};
}
