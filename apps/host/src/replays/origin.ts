import { type OpenReplay, readLinks } from "../links/read-links.ts";
import { ifReadable, readJsonFile } from "../storage/json-file.ts";
import { classify, type ExportSource, type Origin } from "./classification.ts";
import { exportReceiptFile } from "./replay-files.ts";
import type { ReplayStore } from "./replay-store.ts";

/**
 * Where a replay came from: its manifest and its receipts, and what its links prove now.
 *
 * @param receipts names of the files in its folder of receipts; only those of exports and links are read
 */
export async function readOrigin(
	store: ReplayStore,
	replay: OpenReplay,
	receipts: readonly string[],
): Promise<Origin> {
	const exportedFrom: ExportSource[] = [];
	const { manifest, folder } = replay;
	const { kind, id } = manifest.source;
	const exports = receipts.filter((name) => name.startsWith("export-"));
	for (const name of exports) {
		const receipt = await ifReadable(() => readJsonFile(folder, ["receipts", name], exportReceiptFile));
		if (receipt === undefined) exportedFrom.push({ replayId: "", contentDigest: undefined });
		else if (receipt.source.kind === "replay") {
			exportedFrom.push({ replayId: receipt.source.id, contentDigest: receipt.source.content_digest });
		}
	}
	if (kind === "replay") exportedFrom.push({ replayId: id, contentDigest: undefined });
	const links = await readLinks(store, replay, receipts);
	return {
		own: classify(
			manifest,
			receipts.some((name) => name.startsWith("import-")),
		),
		exportedFrom,
		isLinked: links.some(({ verified }) => verified),
	};
}
