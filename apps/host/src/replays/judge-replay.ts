import { isDeepStrictEqual } from "node:util";
import {
	type ReplayArtifact,
	type ReplayEncoding,
	readReplay,
	toWireReport,
	type ValidationReport,
	validateReplay,
} from "@hindcast/replay-protocol";
import type { WireReport } from "@hindcast/replay-protocol/http";
import { withoutPrivateValues } from "../privacy.ts";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";

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

/** Reads and validates the bytes of a replay, by the profile of its robot where the store has it. */
export async function judgeReplay(
	bytes: Uint8Array,
	books: RobotBooks,
	profile: "public" | "private",
): Promise<JudgedReplay> {
	const { artifact, report, encoding } = await readReplay(bytes, { profile });
	if (artifact === undefined) return { artifact, report: answerable(report), encoding, book: undefined };
	const book = await books.find(artifact.metadata.robot_id);
	const full = book === undefined ? report : withRobot(artifact, report, book);
	return { artifact: full.ok ? artifact : undefined, report: answerable(full), encoding, book };
}

/** The reader's report, its judgement of the content replaced by one that knows the robot. */
function withRobot(artifact: ReplayArtifact, report: ValidationReport, book: RobotBook): ValidationReport {
	const freshness = Number(book.profile.limits?.telemetry_freshness_ms);
	if (!Number.isFinite(freshness)) return report;
	const alone = validateReplay(artifact);
	const known = validateReplay(artifact, { robot: { limits: { telemetry_freshness_ms: freshness } } });
	const ofBytes = report.diagnostics.filter(
		(found) => !alone.diagnostics.some((other) => isDeepStrictEqual(found, other)),
	);
	return { ok: report.ok && known.ok, diagnostics: [...ofBytes, ...known.diagnostics] };
}

function answerable(report: ValidationReport): WireReport {
	return withoutPrivateValues(toWireReport(report));
}
