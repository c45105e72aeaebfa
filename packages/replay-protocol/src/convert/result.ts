import type { ReplayArtifact } from "../artifact.ts";
import type { ValidationReport } from "../report/diagnostic.ts";
import type { DiagnosticCode } from "../report/diagnostic-codes.ts";
import type { ConvertCode } from "./convert-codes.ts";
import type { ConversionManifest } from "./manifest.ts";

/** What a conversion gave. */
export interface ConvertResult {
	/** The replay; absent when anything blocks. */
	readonly artifact?: ReplayArtifact;
	/** What was converted and how; absent when anything blocks. */
	readonly manifest?: ConversionManifest;
	/** What converting found, then what judging the replay found. */
	readonly report: ValidationReport<ConvertCode | DiagnosticCode>;
}
