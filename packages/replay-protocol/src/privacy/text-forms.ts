/** Times that percent-encoding is taken off: once for a plain disguise, and again for those that encode the `%` too. */
const decodings = 3;

/** A text without any of these is judged as it stands. */
const disguised = /(?![\t\n\r])[\\%\p{Cc}\u{80}-\u{10ffff}]/u;
const encoded = /(?:%[0-9a-f]{2})+/gi;
/** Characters that do not show: format and control characters but for tabs and line ends, lone surrogates, private use, blanks. */
const invisible = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Combining marks beyond any writing system's use; without a bound, normalising takes quadratic time. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu;
/** Backslashes and what is drawn as a slash or backslash. */
const slashes =
	/[\\\u1735\u2044\u2215\u2216\u2571\u2572\u27cb\u27cd\u29f5-\u29f9\u2afd\u2cc6\u2e4a\u3033\ufe68\uff0f\uff3c\u{1d20f}\u{1d23a}\u{1d23b}\u{1f67c}\u{1f67d}]/gu;
/** Letters and strokes of East Asia that are drawn as a slash, where what follows is of no such script. */
const slashLetters = /[\u2f02\u2f03\u30ce\u31d3\u31d4\u4e36\u4e3f\uff89](?=[A-Za-z0-9_.~+/])/g;
/** What is drawn as a full stop or is read as one in the name of a host. */
const dots =
	/(?<=[A-Za-z0-9])[\u0701\u0702\u2024\u3002\ua4f8\ua60e\ufe52\uff0e\uff61\u{10a50}\u{1d16d}](?=[A-Za-z0-9])/gu;

/**
 * A text as the rules look at it: in several forms, each with other disguises taken off. Compatibility forms are folded
 * (NFKC) and left; characters that do not show are left out and are a gap; everything drawn as a slash or a full stop is
 * one; and all that again after each of up to three rounds of percent-decoding. A plain text has one form, itself.
 *
 * Time and memory are linear in the text.
 */
export function textForms(text: string): readonly string[] {
	if (!disguised.test(text)) return [text];
	const forms = new Set<string>();
	let written = text;
	let shown = text;
	for (let round = 0; round <= decodings; round++) {
		for (const layer of new Set([written, shown])) for (const form of foldings(layer)) forms.add(form);
		const bare = folded(shown.replace(invisible, ""));
		if (written.search(encoded) < 0 && bare.search(encoded) < 0) break;
		written = written.replace(encoded, percentDecoded);
		shown = bare.replace(encoded, percentDecoded);
	}
	return [...forms];
}

/** A text with its disguises taken off, apart from percent-encoding: joined and parted where something does not show. */
function foldings(text: string): readonly string[] {
	const joined = text.replace(invisible, "").replace(stackedMarks, "$1");
	const parted =
		joined.length === text.length ? joined : text.replace(invisible, " ").replace(stackedMarks, "$1");
	return [joined, parted].flatMap((form) => [plainSigns(form), plainSigns(folded(form))]);
}

function folded(text: string): string {
	return text.replace(stackedMarks, "$1").normalize("NFKC").replace(invisible, "");
}

function plainSigns(text: string): string {
	return text.replace(slashes, "/").replace(slashLetters, "/").replace(dots, ".");
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
