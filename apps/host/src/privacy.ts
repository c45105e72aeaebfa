import type { WireReport } from "@hindcast/replay-protocol/http";
import type { z } from "zod";

/** What stands where a private value stood. */
export const mask = "[masked]";

/** What may stand right before a path: the start, or anything that is not a letter, a digit, a dot or its own slash. */
const before = String.raw`(?<![\p{L}\p{N}./])`;

/** Tried on texts without backslashes, see {@link normalized}; each takes time linear in the text. */
const privatePatterns: readonly RegExp[] = [
	new RegExp(String.raw`${before}/+[\p{L}\p{N}._~$%@-][^\s/]*/+[^\s/]`, "u"), // a POSIX path of two segments, a share
	new RegExp(String.raw`${before}~(?:[\p{L}_][\w.-]*)?/`, "u"), // a home folder
	/(?:^|[^\p{L}\p{N}])(?:home|users)\/[^\s/]+\//iu, // a path below home folders, wherever it starts
	/\b[a-z]:\//i, // a drive
	/\$\{?[a-z_]\w*\}?\/|\$\{?home\b/i, // a folder from the environment
	/%[a-z_][\w()]*%\/|%userprofile%|%homepath%/i,
	/\bfile:/i,
	/[a-z0-9+.-]:\/\//i, // any address with an authority: its host is not ours to tell
	/\b\d{1,3}(?:\.\d{1,3}){3}\b/, // IPv4
	/(?:[0-9a-f]{1,4}:){3,}[0-9a-f]{0,4}|::[0-9a-f]{1,4}/i, // IPv6, hardware addresses
	/[\w-]\.(?:local|lan|internal)\b/i,
	/[\w.+-]@[\w-]{1,63}\.\w/, // a mail address, or a user at a host
	/[\w.+-]:[^\s/@]{1,128}@[\w[]/, // a user with a password
];

const privateKeys = new Set([
	"robobook_root",
	"evidence_paths",
	"receipt_ids",
	"session_id",
	"snapshot_ids",
	"source_file",
	"bridge_config",
	"config_path",
	"runtime_log_path",
	"host",
]);

/** Whether a text may name a place on this or another machine: when in doubt, yes. */
export function looksPrivate(text: string): boolean {
	const plain = normalized(text);
	return privatePatterns.some((pattern) => pattern.test(plain));
}

/**
 * A text with its disguises taken off: percent-encoding once, compatibility forms (NFKC), characters that do not show,
 * and every character that is drawn as a slash or backslash.
 */
function normalized(text: string): string {
	return text
		.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded)
		.normalize("NFKC")
		.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
		.replace(/[\\\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9]/g, "/");
}

function percentDecoded(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return encoded;
	}
}

/** Keys at the top of a document whose values may stand as they are, each with what they must be for that. */
export type KeptKeys = Readonly<Record<string, z.ZodType>>;

/**
 * A copy of a stored JSON value that may be answered: private keys (`moonrobo.replay.v1`, metadata) are left out, and
 * strings and keys that look private are masked.
 *
 * @param keep keys at the top whose values are ids or digests: kept as they are when they are that
 */
export function withoutPrivate(value: unknown, keep: KeptKeys = {}): unknown {
	if (typeof value === "string") return looksPrivate(value) ? mask : value;
	if (Array.isArray(value)) return value.map((item) => withoutPrivate(item));
	if (typeof value !== "object" || value === null) return value;
	const isKept = (key: string, item: unknown) =>
		Object.hasOwn(keep, key) && keep[key].safeParse(item).success;
	const answered = Object.entries(value)
		.filter(([key]) => !privateKeys.has(key))
		.map(([key, item]) => [looksPrivate(key) ? mask : key, isKept(key, item) ? item : withoutPrivate(item)]);
	return Object.fromEntries(answered);
}

/** A report whose messages, parameters and pointers repeat nothing private of the artifact. */
export function withoutPrivateValues(report: WireReport): WireReport {
	return {
		...report,
		issues: report.issues.map((issue) => ({
			...issue,
			path: maskPointer(issue.path),
			message: looksPrivate(issue.message) ? mask : issue.message,
			params: Object.fromEntries(
				Object.entries(issue.params).map(([key, value]) => [key, withoutPrivate(value)]),
			),
		})),
	};
}

/** A JSON pointer (RFC 6901) whose private segments are masked. */
function maskPointer(pointer: string): string {
	const segments = pointer.split("/").map((segment) => {
		const plain = segment.replaceAll("~1", "/").replaceAll("~0", "~");
		return looksPrivate(plain) ? mask : segment;
	});
	return segments.join("/");
}
