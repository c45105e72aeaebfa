import { privateTextRule } from "../privacy/private-text.ts";
import { ConversionLog } from "./conversion-log.ts";
import type { ConvertOptions } from "./options.ts";

/** The log of a conversion; that of a public one names nothing private. */
export function createLog({ profile }: ConvertOptions): ConversionLog {
	return profile === "public"
		? new ConversionLog((text) => privateTextRule(text) !== null)
		: new ConversionLog();
}
