/**
 * Which of the needles can be seen in a haystack: bytes (as they are, as UTF-8, as wide characters) or text; plain,
 * percent-encoded or in compatibility forms. Shares no code with the scanner.
 */
export function leaks(needles: readonly string[], ...haystacks: readonly (Uint8Array | string)[]): string[] {
	const views = haystacks.flatMap((haystack) => {
		if (typeof haystack === "string") return [haystack];
		const latin = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.length).toString("latin1");
		return [latin, latin.replaceAll("\0", ""), new TextDecoder().decode(haystack), ...wide(haystack)];
	});
	const seen = views.flatMap((view) => [view, decoded(view)]);
	return needles.filter((needle) => seen.some((view) => view.includes(needle)));
}

/** The bytes as UTF-32, from each of the four offsets at which it may begin. */
function wide(bytes: Uint8Array): string[] {
	return [0, 1, 2, 3].map((offset) => {
		let text = "";
		for (let at = offset; at + 4 <= bytes.length; at += 4) {
			if (bytes[at + 2] <= 0x10 && bytes[at + 3] === 0) {
				text += String.fromCodePoint(bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16));
			} else text += " ";
		}
		return text;
	});
}

function decoded(text: string): string {
	let plain = text.normalize("NFKC").replaceAll("\u200b", "");
	for (let round = 0; round < 3; round++) {
		plain = plain.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		);
	}
	return plain;
}
