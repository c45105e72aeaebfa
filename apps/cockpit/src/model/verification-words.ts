/** `verification_state`'s codes in words, from 0 up. */
const words = [
	"none",
	"incomplete",
	"bridge-accepted",
	"runtime-healthy",
	"verified",
	"failed",
	"stale",
	"mismatch",
] as const;

/** A `verification_state` in words; a code outside the table is unknown, never more. A producer's own word stays. */
export function verificationWord(value: number | bigint | string): string {
	return typeof value === "string" ? value || "unknown" : (words[Number(value)] ?? "unknown");
}
