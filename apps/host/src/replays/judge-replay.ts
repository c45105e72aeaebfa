import {
	type ReplayArtifact,
	type ReplayContext,
	type ReplayEncoding,
	type ReplayMetadata,
	readReplay,
	toWireReport,
} from "@hindcast/replay-protocol";
import type { WireReport } from "@hindcast/replay-protocol/http";
import { linkedEvidence, readLedger } from "../ledger/read-ledger.ts";
import { physicalEvidence } from "../links/prove-run.ts";
import { withoutPrivateValues } from "../privacy.ts";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";

/** For whom a replay is. */
export type Visibility = "public" | "private";

/** For whom a replay is judged, and as whose. */
export interface JudgeOptions {
	/** For whom it is said to be; what the replay says itself where absent. One that says it is public is judged as that. */
	readonly profile: Visibility | undefined;
	/** The robot that the caller selected; the one that the replay names where absent. */
	readonly expectedRobotId?: string | undefined;
}

/** A judged replay; there is an artifact unless something blocks. */
export interface JudgedReplay {
	readonly artifact: ReplayArtifact | undefined;
	/** Repeats no private value of the replay. */
	readonly report: WireReport;
	/** What the bytes begin like; null where they begin like no encoding. */
	readonly encoding: ReplayEncoding | null;
	/** The book of the replay's robot, if the store has it. */
	readonly book: RobotBook | undefined;
}

/**
 * Reads and validates the bytes of a replay against the book of its robot: profile, model, and the ledger for what the
 * replay says about runs. A replay whose robot has no book is judged by itself, and its claims resolve to nothing.
 */
export async function judgeReplay(
	bytes: Uint8Array,
	books: RobotBooks,
	{ profile, expectedRobotId }: JudgeOptions,
): Promise<JudgedReplay> {
	let book: RobotBook | undefined;
	const { artifact, report, encoding } = await readReplay(bytes, {
		// Without a profile the replay's own word counts, which nobody's softens.
		...(profile === "public" && { profile }),
		context: async (metadata) => {
			book = await bookOf(books, metadata.robot_id);
			const selected = expectedRobotId === undefined ? book : await books.find(expectedRobotId);
			return {
				...robotContext(selected, expectedRobotId),
				...(await evidenceContext(books, selected, metadata)),
			};
		},
	});
	return { artifact, report: withoutPrivateValues(toWireReport(report)), encoding, book };
}

async function bookOf(books: RobotBooks, robotId: unknown): Promise<RobotBook | undefined> {
	return typeof robotId === "string" ? books.find(robotId) : undefined;
}

function robotContext(
	book: RobotBook | undefined,
	expectedRobotId: string | undefined,
): Pick<ReplayContext, "robot" | "model"> {
	if (book === undefined) return expectedRobotId === undefined ? {} : { robot: { id: expectedRobotId } };
	const { id, bridge, limits } = book.profile;
	const freshness = Number(limits?.telemetry_freshness_ms);
	const { model } = book;
	return {
		robot: {
			id,
			...(bridge?.id !== undefined && { bridge: { id: bridge.id } }),
			...(Number.isFinite(freshness) && { limits: { telemetry_freshness_ms: freshness } }),
		},
		...(model.status === "ready" && { model: { digest: model.digest, joints: model.joints } }),
	};
}

/**
 * What the replay's words about runs resolve to, without what proves nothing of a robot; always given, so that a claim
 * without documents is one without proof.
 */
async function evidenceContext(
	books: RobotBooks,
	book: RobotBook | undefined,
	{ receipt_ids, snapshot_ids }: Partial<ReplayMetadata>,
): Promise<Pick<ReplayContext, "receipts" | "snapshots" | "dispatches" | "feedback">> {
	const query = { receiptIds: listOf(receipt_ids), snapshotIds: listOf(snapshot_ids) };
	const isLinked = query.receiptIds.length > 0 || query.snapshotIds.length > 0;
	if (book === undefined || !isLinked) return { receipts: [], snapshots: [], dispatches: [], feedback: [] };
	return physicalEvidence(linkedEvidence(await readLedger(books, book, query)), book.profile);
}

/** The metadata are as they arrived: a list may be anything. */
function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
