/**
 * Canonical text of JSON, by RFC 8785 and as Python's `json.dumps` writes it, and a strict parser that keeps numbers as written.
 *
 * @example
 * ```js
 * import { canonicalize, canonicalizePython, parsePreservingNumbers, sha256Id } from "@hindcast/canonical-json";
 *
 * const document = parsePreservingNumbers('{"rate": 100.0, "count": 3}');
 * console.log(canonicalize(document)); // {"count":3,"rate":100}
 * console.log(canonicalizePython(document)); // {"count":3,"rate":100.0}
 * console.log(await sha256Id(new TextEncoder().encode(canonicalizePython(document))));
 * ```
 *
 * @module
 */
export { canonicalize } from "./canonicalize.ts";
export { canonicalizePython } from "./canonicalize-python.ts";
export {
	CanonicalJsonError,
	type CanonicalJsonErrorCode,
	type CanonicalJsonPlace,
	isCanonicalJsonError,
} from "./errors.ts";
export { JsonNumber } from "./json-number.ts";
export type { CanonicalizeOptions, JsonLimits } from "./options.ts";
export { type ParsedJson, type ParseOptions, parsePreservingNumbers } from "./parse.ts";
export { sha256Id } from "./sha256-id.ts";
