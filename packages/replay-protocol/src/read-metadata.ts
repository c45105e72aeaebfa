import { DocumentFault } from "./json/json-document.ts";
import { JsonFault } from "./json/json-scanner.ts";
import { reportMalformed } from "./judge/judge-metadata.ts";
import type { ReplayLimits } from "./limits.ts";
import { MsgpackFault } from "./msgpack/msgpack-scanner.ts";
import { plainDocument } from "./plain-document.ts";
import type { Findings } from "./report/findings.ts";

/**
 * Parses the bytes of the metadata document within its limits.
 *
 * @param parse the encoding's parser, of bytes and the levels that may nest
 * @returns null where it was reported as malformed
 */
export function readMetadata(
	bytes: Uint8Array,
	parse: (bytes: Uint8Array, depth: number) => unknown,
	{ findings, limits }: { readonly findings: Findings; readonly limits: ReplayLimits },
): { readonly value: unknown } | null {
	if (bytes.length > limits.metadataBytes) {
		reportMalformed(findings, "", `larger than ${limits.metadataBytes} bytes`);
		return null;
	}
	try {
		return { value: plainDocument(parse(bytes, limits.metadataDepth), limits) };
	} catch (error) {
		if (error instanceof DocumentFault) reportMalformed(findings, error.path, error.message);
		else if (error instanceof JsonFault || error instanceof MsgpackFault) {
			reportMalformed(findings, "", error.message);
		} else throw error;
		return null;
	}
}
