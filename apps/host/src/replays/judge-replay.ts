import { type ReplayArtifact, readReplay, toWireReport } from "@hindcast/replay-protocol";
import type { WireReport } from "@hindcast/replay-protocol/http";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";

/** The freshness that the protocol assumes where a robot names none. */
const defaultFreshnessMs = 250;

/** Encodings a replay may be stored in. */
export type Encoding = "json" | "npz";

/** A judged replay; there is an artifact whenever the bytes could be read as one. */
export interface JudgedReplay {
	readonly artifact: ReplayArtifact | undefined;
	readonly report: WireReport;
	/** The book of the replay's robot, if the store has it. */
	readonly book: RobotBook | undefined;
}

/** Reads and validates the bytes of a replay, by the profile of its robot where the store has it. */
export async function judgeReplay(
	bytes: Uint8Array,
	books: RobotBooks,
	profile: "public" | "private",
): Promise<JudgedReplay> {
	const first = await readReplay(bytes, { profile });
	const robotId = first.artifact?.metadata.robot_id;
	const book = robotId === undefined ? undefined : await books.find(robotId);
	const robot = book === undefined ? undefined : robotContext(book);
	const { artifact, report } = robot === undefined ? first : await readReplay(bytes, { profile, robot });
	return { artifact, report: toWireReport(report), book };
}

function robotContext(book: RobotBook) {
	const freshness = Number(book.profile.limits?.telemetry_freshness_ms);
	return Number.isFinite(freshness) && freshness !== defaultFreshnessMs
		? { limits: { telemetry_freshness_ms: freshness } }
		: undefined;
}

/** The encoding that bytes begin with; undefined when it is neither. */
export function detectEncoding(bytes: Uint8Array): Encoding | undefined {
	if (bytes[0] === 0x50 && bytes[1] === 0x4b) return "npz";
	const blank = [0x20, 0x09, 0x0a, 0x0d];
	return bytes.find((byte) => !blank.includes(byte)) === 0x7b ? "json" : undefined;
}
