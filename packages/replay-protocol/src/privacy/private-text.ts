import type { privacyCodes } from "../report/privacy-codes.ts";

/** A rule that private text breaks. */
export type PrivacyCode = keyof typeof privacyCodes;

/**
 * The rule that a text breaks, if it is private: a path, an address, a secret, a person.
 *
 * @param key the key whose value the text is, where it is one: `serial` and `version` change what a text means
 */
export function privateTextRule(text: string, key?: string): PrivacyCode | null {
	throw new Error(`not built: ${text.length} ${key}`);
}
