import { privateMetadataKeys, privateTextRule } from "@hindcast/replay-protocol";
import type { WireReport } from "@hindcast/replay-protocol/http";
import type * as z from "zod/mini";

/** What stands where a private value stood. */
export const mask = "[masked]";

/** Keys whose values are never answered: private ones of a replay's metadata, and where a bridge is configured. */
const privateKeys: ReadonlySet<string> = new Set([...privateMetadataKeys, "config_path"]);

/** Whether a text is private by the rules of replays; the name of a file alone is not: the host's own are answered. */
export function looksPrivate(text: string, key?: string): boolean {
	const rule = privateTextRule(text, key);
	return rule !== null && rule !== "source-file-name";
}

/** Keys at the top of a document whose values may stand as they are, each with what they must be for that. */
export type KeptKeys = Readonly<Record<string, z.ZodMiniType>>;

/**
 * A copy of a stored JSON value that may be answered: private keys (`moonrobo.replay.v1`, metadata) are left out, and
 * strings and keys that look private are masked; a key such as `password` or `serial` says what its value is.
 *
 * @param keep keys at the top whose values are ids or digests: kept as they are when they are that
 */
export function withoutPrivate(value: unknown, keep: KeptKeys = {}): unknown {
	return masked(value, { keep });
}

function masked(value: unknown, { key, keep = {} }: { key?: string; keep?: KeptKeys }): unknown {
	if (typeof value === "string") return looksPrivate(value, key) ? mask : value;
	if (Array.isArray(value)) return value.map((item) => masked(item, key === undefined ? {} : { key }));
	if (typeof value !== "object" || value === null) return value;
	const isKept = (name: string, item: unknown) =>
		Object.hasOwn(keep, name) && keep[name].safeParse(item).success;
	const answered = Object.entries(value)
		.filter(([name]) => !privateKeys.has(name))
		.map(([name, item]) => [
			looksPrivate(name) ? mask : name,
			isKept(name, item) ? item : masked(item, { key: name }),
		]);
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
