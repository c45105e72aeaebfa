import { verificationStates } from "../fields.ts";

const verifiedCode = verificationStates.indexOf("verified");
/** Characters that do not show. */
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters of a word, at most; far above what a claim takes, and what keeps normalising cheap. */
const longestWord = 64;

/**
 * Whether a state of `verification_state` claims that its frame is verified, as people or programs would read it: the
 * code 4, or a text that is the word `verified` or the number 4 once compatibility forms (NFKC), case, blanks around it
 * and characters that do not show are taken off.
 */
export function isVerificationClaim(state: unknown): boolean {
	if (typeof state !== "string") return Number(state) === verifiedCode;
	const shown = state.replace(invisible, "").trim();
	if (shown.length > longestWord) return false;
	const word = shown.normalize("NFKC").trim().toLowerCase();
	return word === verificationStates[verifiedCode] || Number(word) === verifiedCode;
}
