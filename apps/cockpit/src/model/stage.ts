import type { Diagnostic, ReplayArtifact } from "@hindcast/replay-protocol";
import type { ReplayDetail } from "@hindcast/replay-protocol/http";
import type { PlaybackClock } from "../playback/playback-clock.ts";
import type { Fault } from "./fault.ts";
import type { LoadProgress } from "./load-replay.ts";
import type { LoadedRobot, RobotState } from "./load-robot.ts";
import type { PlaybackView } from "./playback-view.ts";

/** What a view is about. */
export interface Subject {
	readonly kind: "replay" | "robot";
	readonly id: string;
}

/** The robot that a replay is drawn on. */
export type StageRobot =
	| RobotState
	/** The store has no robot of that id: the operator may choose a model, nothing is guessed. */
	| { readonly state: "unknown" }
	| { readonly state: "failed"; readonly fault: Fault };

/** How the drawn model relates to the one the replay was made with. */
export type ModelMatch = "matches" | "differs" | "undeclared" | "none";

/** A replay on the stage. */
export interface ReplayStage {
	readonly kind: "replay";
	/** Null for a preview: a file that was read here and is not stored. */
	readonly id: string | null;
	/** The store's record; null for a preview. */
	readonly detail: ReplayDetail | null;
	/** The host's findings, or the reader's for a preview. */
	readonly diagnostics: readonly Diagnostic[];
	readonly artifact: ReplayArtifact;
	readonly contentDigest: string;
	readonly clock: PlaybackClock;
	readonly playback: PlaybackView;
	readonly robot: StageRobot;
	readonly match: ModelMatch;
	/** Whether the operator chose the model by hand. */
	readonly chosen: boolean;
}

/** A robot on the stage, without a replay, at its neutral position. */
export interface RobotStage {
	readonly kind: "robot";
	readonly id: string;
	readonly robot: RobotState;
}

/** What the cockpit shows. */
export type Stage =
	| { readonly kind: "empty" }
	| { readonly kind: "nowhere"; readonly path: string }
	| { readonly kind: "loading"; readonly subject: Subject; readonly progress: LoadProgress }
	| { readonly kind: "failed"; readonly subject: Subject; readonly fault: Fault }
	| ReplayStage
	| RobotStage;

/** The robot that is ready to be drawn, if there is one. */
export function drawnRobot(stage: Stage): LoadedRobot | null {
	return (stage.kind === "replay" || stage.kind === "robot") && stage.robot.state === "ready"
		? stage.robot.robot
		: null;
}

/** How a replay's declared model digest relates to the drawn model. */
export function matchModel(artifact: ReplayArtifact, robot: StageRobot): ModelMatch {
	if (robot.state !== "ready") return "none";
	const declared = artifact.metadata.model_source_digest;
	if (declared === undefined) return "undeclared";
	return declared === robot.robot.modelDigest ? "matches" : "differs";
}
