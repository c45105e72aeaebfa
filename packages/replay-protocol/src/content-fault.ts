import { isExpected } from "./judge/structure.ts";
import type { DiagnosticCode } from "./report/diagnostic-codes.ts";
import { arrayPath, type Findings } from "./report/findings.ts";

/** A rule that content breaks. Of an array, the reader reports it and goes on with the next; elsewhere it ends the read. */
export class ContentFault extends Error {
	override readonly name = "ContentFault";
	readonly code: DiagnosticCode;
	readonly params: Readonly<Record<string, unknown>>;

	constructor(code: DiagnosticCode, params: Readonly<Record<string, unknown>>) {
		super(code);
		this.code = code;
		this.params = params;
	}
}

/**
 * Reports an array that cannot be read. One that the protocol does not ask for is left out instead, if only its type is foreign.
 *
 * @returns whether it is left out
 */
export function reportRefusal(name: string, fault: ContentFault, findings: Findings): boolean {
	const path = arrayPath(name);
	if (fault.code !== "dtype-not-allowed" || isExpected(name)) {
		findings.add(fault.code, { path, params: { array: name, ...fault.params } });
		return false;
	}
	findings.add("unknown-array", { path, params: { array: name } });
	findings.add("array-ignored", {
		path,
		params: { array: name, reason: `dtype ${String(fault.params["dtype"])}` },
	});
	return true;
}
