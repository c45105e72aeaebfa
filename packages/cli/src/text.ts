/**
 * Text of a file made safe for a terminal: control, format and line-breaking characters are written out, so that no
 * file can move the cursor, recolour or reorder what an operator reads.
 */
export function printable(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, (character) => {
		const code = character.codePointAt(0) ?? 0;
		return code === 0x0a ? "\\n" : `\\u{${code.toString(16)}}`;
	});
}

/** Rows as lines with their columns aligned, each line indented by two spaces. */
export function table(rows: readonly (readonly string[])[]): string {
	const safe = rows.map((row) => row.map(printable));
	const widths: number[] = [];
	for (const row of safe)
		for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
	return safe
		.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i])).join("  ")}`.trimEnd())
		.join("\n");
}

/** A number in at most six digits, for people. */
export function shortNumber(value: number): string {
	return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}
