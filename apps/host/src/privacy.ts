import type { WireReport } from "@hindcast/replay-protocol/http";

/** What stands where a private value stood. */
export const mask = "[masked]";

const privatePatterns: readonly RegExp[] = [
	/(?:^|[\s"'=(:,;])(?:\/+[^\s/"']+){2,}/, // a POSIX path of two or more segments
	/(?:^|[\s"'=(,;])~[\w.-]*\//, // a home folder
	/\b[A-Za-z]:[\\/]/, // a drive
	/\\\\[^\s\\]+\\/, // a UNC share
	/file:/i,
	/[a-z][a-z0-9+.-]*:\/\//i, // any address with an authority: its host is not ours to tell
	/\b\d{1,3}(?:\.\d{1,3}){3}\b/, // IPv4
	/(?:[0-9a-f]{1,4}:){3,}[0-9a-f]{0,4}|::[0-9a-f]{1,4}/i, // IPv6, hardware addresses
	/\b[\w-]+\.(?:local|lan|internal)\b/i,
	/%userprofile%|\$home\b/i,
	/[\w.+-]+@[\w-]+\.\w+/, // a mail address, or a user at a host
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
	const plain = text.normalize("NFKC").replace(/[\u200b-\u200d\u2060\ufeff]/g, "");
	return privatePatterns.some((pattern) => pattern.test(plain));
}

/**
 * A copy of a stored JSON value that may be answered: private keys (`moonrobo.replay.v1`, metadata) are left out, and
 * strings and keys that look private are masked.
 *
 * @param keep keys at the top whose values the host made itself, and that are passed on as they are
 */
export function withoutPrivate(value: unknown, keep: readonly string[] = []): unknown {
	if (typeof value === "string") return looksPrivate(value) ? mask : value;
	if (Array.isArray(value)) return value.map((item) => withoutPrivate(item));
	if (typeof value !== "object" || value === null) return value;
	const answered = Object.entries(value)
		.filter(([key]) => !privateKeys.has(key))
		.map(([key, item]) => [looksPrivate(key) ? mask : key, keep.includes(key) ? item : withoutPrivate(item)]);
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
