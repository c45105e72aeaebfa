import type { Annotation } from "./evidence/annotation.ts";
import type { LinkedEvidence } from "./evidence/proof.ts";
import { checkItems, checkKeys, type Kind, kinds, oneOf } from "./options.ts";

/** The selected robot: what `robot.json` says, as far as rules need it. */
export interface ContextRobot {
	/** The robot's id. */
	readonly id?: string;
	/** The bridge that records it. */
	readonly bridge?: { readonly id?: string };
	/** Bounds of the robot's profile. */
	readonly limits?: {
		/** Age beyond which telemetry is stale, ms; 250 where absent. Decides `telemetry-stale-span` and `time-gap`. */
		readonly telemetry_freshness_ms?: number;
	};
}

/** A joint of the selected model. */
export interface ContextJoint {
	/** As in the model file. */
	readonly name: string;
	/** How it moves, in URDF's words. */
	readonly type: "revolute" | "continuous" | "prismatic" | "fixed" | "floating" | "planar";
	/** Lowest position, rad or m; absent, null or -Infinity: unbounded. */
	readonly lower?: number | null;
	/** Highest position, rad or m; absent, null or Infinity: unbounded. */
	readonly upper?: number | null;
	/** Largest speed, rad/s or m/s; absent, null or 0: unknown. */
	readonly velocity?: number | null;
	/** Largest effort, N·m or N. */
	readonly effort?: number | null;
	/** Set where the joint follows another and so needs no data of its own. */
	readonly mimic?: unknown;
}

/** The selected model. */
export interface ContextModel {
	/** SHA-256 of the model file's bytes, `sha256:…`. */
	readonly digest?: string;
	/** Its joints; where absent, only the digest is compared. */
	readonly joints?: readonly ContextJoint[];
}

/**
 * What a replay is judged against. Every field is optional. Rules that compare with one that is absent are not applied:
 * identity needs `robot`, joints and limits need `model`, `annotation-unknown` needs `annotations`, `feedback-stale`
 * needs `snapshots` and `dispatches`. Rules that ask for a link take it from the metadata or from here. A claim of
 * verification is always judged, and without `receipts`, `snapshots` and `dispatches` nothing proves it.
 */
export interface ReplayContext extends Partial<LinkedEvidence> {
	/** For whom the artifact is; where absent, what its `metadata.visibility` says, and private where that is absent too. */
	readonly profile?: "public" | "private";
	/** The selected robot. */
	readonly robot?: ContextRobot;
	/** The selected model. */
	readonly model?: ContextModel;
	/** Annotations that `annotation_id` may name. */
	readonly annotations?: readonly Pick<Annotation, "annotation_id">[];
}

/** For whom an artifact is. */
export const profileKind: Kind = oneOf("public", "private");

const contextKinds = {
	profile: profileKind,
	robot: kinds.object,
	model: kinds.object,
	annotations: kinds.list,
	receipts: kinds.list,
	snapshots: kinds.list,
	dispatches: kinds.list,
	feedback: kinds.list,
} satisfies Record<keyof ReplayContext, Kind>;

const bound: Kind = {
	words: "a number or null",
	fits: (value) => typeof value === "number" || value === null,
};
const jointKinds = { name: kinds.text, type: kinds.text, lower: bound, upper: bound, velocity: bound };

/** Keys of a context. */
export const contextKeys: readonly string[] = Object.keys(contextKinds);

/**
 * Checks a context: its keys and what kind of value each has, not what the documents say.
 *
 * @throws TypeError
 */
export function checkContext(context: unknown): void {
	checkKeys("context", context, contextKinds);
	const { robot, model, annotations = [] } = context as ReplayContext;
	checkItems("context.annotations", annotations, { annotation_id: kinds.text });
	if (robot?.id !== undefined) checkKeys("context.robot", { id: robot.id }, { id: kinds.text });
	if (model === undefined) return;
	const { digest, joints } = model;
	checkKeys("context.model", { digest, joints }, { digest: kinds.text, joints: kinds.list });
	checkItems("context.model.joints", joints ?? [], jointKinds);
}
