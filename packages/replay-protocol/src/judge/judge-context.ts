import type { ReplayContext } from "../context.ts";
import type { Findings } from "../report/findings.ts";
import type { ReadableMetadata } from "./judge-metadata.ts";
import type { Structure } from "./structure.ts";

/** The readable part of a replay. */
export interface JudgedContent {
	readonly metadata: ReadableMetadata;
	readonly structure: Structure;
}

/** Judges a replay against the robot, the model and the evidence around it. */
export function judgeContext(content: JudgedContent, context: ReplayContext, findings: Findings): void {
	void content;
	void context;
	void findings;
}
