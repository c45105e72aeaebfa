import { describe, expect, it } from "vitest";
import { sanitizeReplay } from "../privacy/sanitize.ts";
import { evidenceOf, ledger } from "../testing/ledger.ts";
import { bytes, sampleReplay, texts } from "../testing/sample.ts";
import { validateReplay } from "../validate.ts";
import { isVerificationClaim } from "./verification-claim.ts";

const claims = [
	"verified",
	"Verified",
	"VERIFIED",
	" verified",
	"verified\u00a0",
	"\tverified\n",
	"ｖｅｒｉｆｉｅｄ",
	"ＶＥＲＩＦＩＥＤ",
	"veriﬁed",
	"𝐯𝐞𝐫𝐢𝐟𝐢𝐞𝐝",
	"ⓥⓔⓡⓘⓕⓘⓔⓓ",
	"veri\u200bfied",
	"\u2060verified\u00ad",
	"verified\u0007",
	"4",
	"４",
	" 4 ",
	"4.0",
	"④",
];
const others = [
	"",
	" ",
	"unknown",
	"none",
	"stale",
	"unverified",
	"verified?",
	"verified no",
	"3",
	"14",
	"4x",
	"40",
];

describe.each([
	["a claim", claims, true],
	["no claim", others, false],
] as const)("%s", (_, words, expected) => {
	it.each(words)("%j, to the judge as to the sanitiser", async (word) => {
		expect(isVerificationClaim(word)).toBe(expected);
		const replay = await sampleReplay({ verification_state: texts(["none", word, "none", "none"]) });
		const codesOf = (evidence = {}) => validateReplay(replay, evidence).diagnostics.map(({ code }) => code);
		expect(codesOf().includes("verification-overclaimed")).toBe(expected);
		expect(codesOf(evidenceOf(ledger()))).not.toContain("verification-overclaimed");
		const { artifact, redactions } = sanitizeReplay(replay);
		expect(redactions.some(({ rule }) => rule === "verification-overclaimed")).toBe(expected);
		expect(artifact.arrays.verification_state?.data[1]).toBe(expected ? "unknown" : word);
	});
});

it("codes claim by the number 4 alone", async () => {
	for (let code = -128; code < 128; code++) expect(isVerificationClaim(code)).toBe(code === 4);
	const replay = await sampleReplay({ verification_state: bytes([4, -4, 3, 5]) });
	const { diagnostics } = validateReplay(replay);
	expect(diagnostics.filter(({ code }) => code === "verification-overclaimed")).toMatchObject([
		{ severity: "blocking", path: "/arrays/verification_state/0" },
	]);
	expect(sanitizeReplay(replay).artifact.arrays.verification_state?.data).toEqual(Int8Array.of(-1, -4, 3, 5));
});

it("a long text is no claim, and costs no normalising", () => {
	expect(isVerificationClaim(`verified${"\u200b".repeat(1_000_000)}`)).toBe(true);
	expect(isVerificationClaim(`verified${"\u0301\u0327".repeat(1_000_000)}`)).toBe(false);
}, 5000);
