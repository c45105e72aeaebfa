import { verificationStates } from "@hindcast/replay-protocol";

/** A `verification_state` in words; a code outside the table is unknown, never more. A producer's own word stays. */
export function verificationWord(value: number | bigint | string): string {
	return typeof value === "string" ? value || "unknown" : (verificationStates[Number(value)] ?? "unknown");
}
