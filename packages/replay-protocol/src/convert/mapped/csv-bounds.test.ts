import { describe, expect, it } from "vitest";
import { replayLimits } from "../../limits.ts";
import { readCsv } from "./csv-table.ts";
import type { ReplayMapping } from "./mapping.ts";

const { frames } = replayLimits;
const wanted = new Map([["t", "number"]] as const);

/** A header, and then one line again and again. */
function table(line: string, lines: number, tail = ""): Uint8Array {
	return Buffer.concat([Buffer.from("t,hip\n"), Buffer.alloc(lines * line.length, line), Buffer.from(tail)]);
}

/** Reads a table that is refused: what is said, and how many bytes were looked at until then. */
async function refused(bytes: Uint8Array, csv: ReplayMapping["csv"] = {}) {
	let looked = 0;
	const onProgress = ({ bytesDone }: { bytesDone: number }) => {
		looked = bytesDone;
	};
	const error = await readCsv(bytes, { csv, wanted }, { onProgress }).catch((caught: unknown) => caught);
	return { error, looked };
}

describe("lines without data", () => {
	it.each([
		["blank lines", "\n", 64 * 2 ** 20, {}, `more than ${frames} rows, blank ones included`],
		["rows", "0,1\n", 8 * 2 ** 20, {}, `more than ${frames} rows, blank ones included`],
		["comments", "#\n", 32 * 2 ** 20, { comment: "#" }, `more than ${2 * frames} lines`],
	] as const)("end the read at the bound: %s", async (_, line, lines, csv, reason) => {
		const { error, looked } = await refused(table(line, lines), csv);
		expect(error).toMatchObject({ name: "ConvertError", code: "limit-exceeded" });
		expect((error as Error).message).toContain(reason);
		// Blocks of 256 KiB were taken up to the bound, and no more.
		expect(looked).toBeLessThanOrEqual(2 * frames * line.length);
	});

	it("count as rows, exactly up to the bound", async () => {
		const options = {};
		const full = await readCsv(table("\n", frames - 2, "0,1\n1,2"), { wanted }, options);
		expect(full).toMatchObject({ rows: 2, blanks: frames - 2 });
		const { error } = await refused(table("\n", frames - 2, "0,1\n1,2\n\n2,3\n"));
		expect(error).toMatchObject({ code: "limit-exceeded", place: `/rows/${frames + 1}` });
	});
});
