import {
	isNpzError,
	type NpyArray,
	type NpyDtype,
	type NpzError,
	type NpzErrorCode,
	limits as presets,
	readNpz as readArchive,
} from "@hindcast/npz-safe";
import type { ReplayArray } from "../artifact.ts";
import { ContentFault } from "../content-fault.ts";
import { fieldOf } from "../fields.ts";
import { Intake } from "../intake.ts";
import { parseDocument } from "../json/json-document.ts";
import type { ReadingTools } from "../json/read-json.ts";
import { reportMalformed } from "../judge/judge-metadata.ts";
import { metadataMember, storage } from "../judge/structure.ts";
import type { ReplayLimits } from "../limits.ts";
import { readMetadata } from "../read-metadata.ts";
import type { DiagnosticCode } from "../report/diagnostic-codes.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import type { Candidate } from "../validate.ts";
import { npzDiagnostics } from "./npz-codes.ts";
import { noteZipContent } from "./zip-content.ts";

/** Types that are read only to say which array has them. */
const refusedDtypes: readonly NpyDtype[] = ["complex64", "complex128", "datetime64", "timedelta64", "void"];
/** Our names of the limits that both sides have. */
const limitNames: Partial<Record<NpzErrorCode, keyof ReplayLimits>> = {
	"limit-input-bytes": "inputBytes",
	"limit-entries": "members",
	"limit-total-bytes": "expandedBytes",
	"limit-dims": "dimensions",
};
/** How npz-safe refuses text longer than an item may be, and types that it does not read. */
const foreignTypes: readonly NpzErrorCode[] = [
	"limit-item-bytes",
	"npy-dtype-unsupported",
	"npy-dtype-invalid",
];
const metadataReason = `${metadataMember} must be uint8 (N,): np.frombuffer(json.dumps(m).encode(), np.uint8)`;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads the NPZ encoding: one `<name>.npy` for each array, metadata as `metadata_json.npy`. No array shares memory
 * with the file's bytes.
 *
 * @returns null where the container was refused; the reason is among the findings
 */
export async function readNpz(
	bytes: Uint8Array,
	{ findings, limits, pace }: ReadingTools,
): Promise<Candidate | null> {
	try {
		const options = {
			limits: npzLimits(limits),
			copy: true,
			signal: pace.signal,
			onProgress: pace.report,
		};
		const { arrays } = await readArchive(bytes, options);
		const intake = new Intake(findings);
		noteZipContent(bytes, intake);
		return takeMembers(arrays, intake, { findings, limits });
	} catch (error) {
		if (!isNpzError(error) || error.code === "aborted" || error.code === "backend") {
			pace.signal?.throwIfAborted();
			throw error;
		}
		reportContainer(error, findings);
		return null;
	}
}

/** npz-safe's limits for a replay's. */
export function npzLimits(limits: ReplayLimits) {
	const preset = presets.replay;
	return {
		...preset,
		maxInputBytes: limits.inputBytes,
		maxEntries: limits.members,
		maxTotalBytes: limits.expandedBytes,
		maxEntryBytes: Math.min(preset.maxEntryBytes, limits.expandedBytes),
		maxItemBytes: 4 * limits.stringBytes,
		maxStrings: limits.strings,
		dtypes: [...preset.dtypes, ...refusedDtypes],
	};
}

function takeMembers(
	members: ReadonlyMap<string, NpyArray>,
	intake: Intake,
	{ findings, limits }: { readonly findings: Findings; readonly limits: ReplayLimits },
): Candidate | null {
	for (const [name, member] of members) {
		if (name === metadataMember) continue;
		try {
			intake.keep(name, replayArray(name, member));
		} catch (error) {
			intake.refuse(name, error);
		}
	}
	const metadata = takeMetadata(members.get(metadataMember), findings, limits);
	return metadata === null ? null : intake.candidate(metadata.value);
}

function takeMetadata(
	member: NpyArray | undefined,
	findings: Findings,
	limits: ReplayLimits,
): { readonly value: unknown } | null {
	if (member === undefined) return { value: undefined };
	if (member.dtype === "uint8" && member.shape.length === 1) {
		return readMetadata(member.data, parseDocument, { findings, limits });
	}
	reportMalformed(findings, "", metadataReason);
	return null;
}

function replayArray(name: string, { dtype, shape, data }: NpyArray): ReplayArray {
	switch (dtype) {
		case "unicode":
			return { dtype: "string", shape, data };
		case "bytes":
			return { dtype: "string", shape, data: data.map(decodeBytes) };
		case "void":
		case "datetime64":
		case "timedelta64":
			throw new ContentFault("object-payload", { dtype });
		case "uint64":
		case "float16":
		case "complex64":
		case "complex128":
			throw new ContentFault("dtype-not-allowed", {
				dtype,
				allowed: fieldOf(name)?.dtypes ?? Object.keys(storage),
			});
		default:
			// The remaining types have the same names and storage on both sides.
			return { dtype, shape, data } as ReplayArray;
	}
}

function decodeBytes(bytes: Uint8Array): string {
	try {
		return utf8.decode(bytes);
	} catch {
		throw new ContentFault("container-corrupt", { reason: "utf-8" });
	}
}

function reportContainer(error: NpzError, findings: Findings): void {
	const { code, entry, offset, limit: max, actual: found } = error;
	if (code === "aborted" || code === "backend") return;
	const diagnostic = npzDiagnostics[code];
	const name = entry?.replace(/\.npy$/, "");
	if (name === metadataMember && foreignTypes.includes(code)) {
		reportMalformed(findings, "", metadataReason);
		return;
	}
	const path = name === undefined ? "" : arrayPath(name);
	const place = diagnostic.startsWith("container") ? { member: entry, offset } : { array: name };
	const details: Partial<Record<DiagnosticCode, Readonly<Record<string, unknown>>>> = {
		"size-limit-exceeded": { limit: limitNames[code] ?? code.replace(/^(limit|npy)-/, ""), found, max },
		"truncated-array": { expected_bytes: max, found_bytes: found },
		"object-payload": { dtype: code },
		"dtype-not-allowed": { dtype: code, allowed: name === undefined ? undefined : fieldOf(name)?.dtypes },
		"duplicate-array": {},
	};
	const params = Object.entries({ ...place, ...(details[diagnostic] ?? { reason: code }) }).filter(
		([, value]) => value !== undefined,
	);
	findings.add(diagnostic, { path, params: Object.fromEntries(params) });
}
