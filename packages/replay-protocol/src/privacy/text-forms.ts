/** Times that percent-encoding is taken off: once for a plain disguise, and again for those that encode the `%` too. */
const decodings = 3;

const encoded = /(?:%[0-9a-f]{2})+/gi;
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Backslashes and what is drawn as a slash or backslash. NFKC has already made ASCII of the fullwidth forms. */
const slashes = /[\\\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9]/g;
/** Combining marks beyond any writing system's use; without a bound, normalising takes quadratic time. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * A text as the rules look at it: itself with its disguises taken off (compatibility forms, characters that do not show,
 * everything drawn as a slash), and that again after each of up to three rounds of percent-decoding.
 *
 * Time and memory are linear in the text.
 */
export function textForms(text: string): readonly string[] {
	if (!/[\\%\x80-\uffff]/.test(text)) return [text];
	const forms = [folded(text)];
	for (let round = 0; round < decodings; round++) {
		const last = forms[round];
		const next = last.includes("%") ? folded(last.replace(encoded, percentDecoded)) : last;
		if (next === last) break;
		forms.push(next);
	}
	return forms;
}

/** A text with its disguises taken off, apart from percent-encoding. */
export function folded(text: string): string {
	return text
		.replace(invisible, "")
		.replace(stackedMarks, "$1")
		.normalize("NFKC")
		.replace(invisible, "")
		.replace(slashes, "/");
}

function percentDecoded(run: string): string {
	try {
		return decodeURIComponent(run);
	} catch {
		// No UTF-8: each ASCII octet by itself, so that a broken neighbour hides nothing.
		return run.replace(/%[0-7][0-9a-f]/gi, (octet) =>
			String.fromCharCode(Number.parseInt(octet.slice(1), 16)),
		);
	}
}

/** Characters without which a rule cannot hit, as bits. */
export const trait = {
	slash: 1,
	colon: 2,
	dot: 4,
	at: 8,
	percent: 16,
	dollar: 32,
	tilde: 64,
	equals: 128,
	hyphen: 256,
};

const traitOf = new Uint16Array(128);
for (const [character, bit] of [
	["/", trait.slash],
	[":", trait.colon],
	[".", trait.dot],
	["@", trait.at],
	["%", trait.percent],
	["$", trait.dollar],
	["~", trait.tilde],
	["=", trait.equals],
	["-", trait.hyphen],
] as const) {
	traitOf[character.charCodeAt(0)] = bit;
}

/** The bits of the characters that are in a text. */
export function traitsOf(text: string): number {
	let traits = 0;
	for (let i = 0; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code < 128) traits |= traitOf[code];
	}
	return traits;
}
