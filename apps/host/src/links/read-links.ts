import { type LinkReceipt, linkReceiptSchema } from "@hindcast/replay-protocol";
import type { Ledger } from "../ledger/read-ledger.ts";
import type { ReplayLocation, StoredManifest } from "../replays/replay-files.ts";
import type { ReplayStore } from "../replays/replay-store.ts";
import type { Directory } from "../storage/directory.ts";
import { ifReadable, readJsonFile } from "../storage/json-file.ts";
import { faultOfRun, type RobotRun } from "./prove-run.ts";

/** Links of one replay that are read; those after them verify nothing. */
const maxLinks = 256;

/** `receipts/link-….json`. */
export const linkReceiptFile = { schema: linkReceiptSchema, maxBytes: 256 * 1024 };

/** A replay whose folder is open. */
export interface OpenReplay {
	readonly location: ReplayLocation;
	readonly manifest: StoredManifest;
	readonly folder: Directory;
}

/** A link of a replay, and whether it is proved now. */
export interface ProvedLink {
	readonly receipt: LinkReceipt;
	/** Name of the receipt's file. */
	readonly name: string;
	readonly verified: boolean;
	/** Why it is not proved, in words that hold no value of a document; null where it is. */
	readonly reason: string | null;
	/** What the receipt resolves to now. */
	readonly ledger: Ledger;
}

/**
 * Reads a replay's links and proves each anew: its documents must be those that were linked, byte for byte, and must
 * still prove that the replay's robot ran, through the bridge that its profile has now. A receipt that cannot be read links nothing.
 *
 * That the replay is of that run was found when it was linked; the receipt binds that to the replay's content.
 *
 * @param receipts names of the files in the replay's folder of receipts
 */
export async function readLinks(
	store: ReplayStore,
	{ location, manifest, folder }: OpenReplay,
	receipts: readonly string[],
): Promise<readonly ProvedLink[]> {
	const links: ProvedLink[] = [];
	const profile = await store.profile(location);
	for (const name of receipts.filter((receipt) => receipt.startsWith("link-")).slice(0, maxLinks)) {
		const receipt = await ifReadable(() => readJsonFile(folder, ["receipts", name], linkReceiptFile));
		if (receipt === undefined) continue;
		const ledger = await store.ledger(location, {
			receiptIds: [receipt.receipt_id],
			snapshotIds: [receipt.snapshot_id],
		});
		const reason = flawOf(receipt, manifest, { ledger, profile });
		links.push({ receipt, name, verified: reason === null, reason, ledger });
	}
	return links;
}

/** The documents that a ledger holds, each with its digest. */
export function documentsOf({ receipts, snapshots, dispatches, feedback }: Ledger): LinkReceipt["documents"] {
	return [...receipts, ...snapshots, ...dispatches, ...feedback].map(({ file }) => file);
}

function flawOf(receipt: LinkReceipt, manifest: StoredManifest, run: RobotRun): string | null {
	const { robot_id: robotId } = manifest.metadata;
	if (receipt.replay_id !== manifest.replay_id || receipt.robot_id !== robotId) return "link-of-other-replay";
	if (receipt.content_digest !== manifest.content_digest) return "replay-changed";
	const standing = new Map(documentsOf(run.ledger).map((file) => [file.path, file.checksum]));
	for (const { path, checksum } of receipt.documents) {
		const found = standing.get(path);
		if (found === undefined) return "document-missing";
		if (found !== checksum) return "document-changed";
	}
	if (standing.size !== receipt.documents.length) return "document-not-linked";
	return faultOfRun(run, robotId);
}
