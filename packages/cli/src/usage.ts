import type { Command } from "./shell.ts";

/** The text of `hindcast --help`. */
export function overview(commands: readonly Command[]): string {
	const widest = Math.max(...commands.map(({ name }) => name.length));
	const lines = commands.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`);
	return `hindcast: evidence-grade robot replays

Usage: hindcast COMMAND [arguments]

${lines.join("\n")}

  hindcast COMMAND --help     what a command takes
  hindcast help exit-codes    how the program ends
  hindcast --version

Nothing here opens a connection to a robot. Only annotate --host and serve use the network, on this machine alone.
`;
}

/** The known word nearest to a mistyped one; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	const near = known
		.map((name) => ({ name, edits: editDistance(word, name) }))
		.sort((a, b) => a.edits - b.edits);
	return near[0] !== undefined && near[0].edits <= 2 ? near[0].name : undefined;
}

/** Insertions, deletions and replacements that make one word the other (Levenshtein). */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(row[j] + 1, next[j - 1] + 1, replaced));
		}
		row = next;
	}
	return row[b.length];
}
