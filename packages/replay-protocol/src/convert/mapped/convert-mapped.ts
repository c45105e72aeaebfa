import type { ConvertOptions } from "../options.ts";
import type { ConvertResult } from "../result.ts";
import type { ReplayMapping } from "./mapping.ts";

/** Converts an NPZ or a CSV table by a mapping document; which of the two it is shows from the bytes. */
export async function convertMapped(
	input: Uint8Array | ArrayBuffer | string,
	mapping: ReplayMapping,
	options: ConvertOptions = {},
): Promise<ConvertResult> {
	throw new Error(`not built: ${typeof input} ${mapping.mapping} ${Object.keys(options).length}`);
}
