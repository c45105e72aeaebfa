import { isPlainObject, requireCountable } from "./arguments.ts";
import type { ReplayArrays, ReplayArtifact } from "./artifact.ts";
import { jointOrderDigest } from "./digest.ts";
import { ReplayError } from "./errors.ts";
import type { ReplayMetadata } from "./metadata.ts";
import { maskedText } from "./privacy/masked.ts";
import { pointer } from "./report/findings.ts";
import { kindOf } from "./text.ts";

type ComputedKey =
	| "protocol"
	| "tick_count"
	| "joint_count"
	| "units"
	| "quaternion_order"
	| "joint_order_digest";

/** What only the producer knows: `robot_id`, and whatever else it can say, but none of what follows from the arrays. */
export type ReplayBasics = Partial<ReplayMetadata> & { readonly robot_id: string } & {
	readonly [Key in ComputedKey]?: never;
};

/** Arrays of a new replay, and what only its producer knows about them. */
export interface NewReplay {
	/** What cannot be computed from the arrays. */
	readonly metadata: ReplayBasics;
	/** The arrays, taken as they are. */
	readonly arrays: ReplayArrays;
}

/**
 * Makes an artifact: takes the arrays as they are and completes the metadata with what follows from them (protocol,
 * duration, counts, units, quaternion order, joint order digest). Judges nothing: call `validateReplay` for that.
 *
 * Nothing that is declared is overwritten: a key that says what would be computed is kept, and one that says anything
 * else is refused, because its arrays are then not what the protocol asks for.
 *
 * A declared duration stays, because a recorder may round it: `validateReplay` compares it. One that is no finite number,
 * because the times are not, is left out. Joint units are rad, m, or by joint type, as `metadata.joint_type` says; rad
 * where it is absent. A content digest is not added: set `metadata.content_digest` to what `contentDigest` gives, if the file should carry it.
 *
 * @throws TypeError where metadata or arrays are no plain objects; ReplayError `artifact-unsound` where an array is not
 *   `{ dtype, shape, data }` with as many values as its shape says, or `t` or `joint_name` is absent or not what it claims; `metadata-contradicts-arrays`
 */
export async function createReplay(replay: NewReplay): Promise<ReplayArtifact> {
	requireCountable(replay);
	const { metadata, arrays } = replay;
	const times = arrays.t.data;
	// Times of a type that is not allowed, such as int64, are for validateReplay to report.
	const duration = times.length === 0 ? 0 : Number(times[times.length - 1]) - Number(times[0]);
	// Adding 0 makes -0 plain.
	const { duration_s = Number.isFinite(duration) ? duration + 0 : undefined } = metadata;
	const computed: Pick<ReplayMetadata, ComputedKey | "duration_s"> = {
		protocol: "moonrobo.replay.v1",
		...(duration_s !== undefined && { duration_s }),
		tick_count: times.length,
		joint_count: arrays.joint_name.data.length,
		units: unitsFor(metadata.joint_type),
		quaternion_order: "wxyz",
		joint_order_digest: await jointOrderDigest(arrays.joint_name.data),
	};
	refuseContradictions(metadata, computed);
	// Quantities of the producer's own stay.
	const units = { ...(metadata as Partial<ReplayMetadata>).units, ...computed.units };
	return { metadata: { ...metadata, ...computed, units }, arrays };
}

/** Declared keys must say what is computed; of units, each quantity that is declared. */
function refuseContradictions(
	declared: Readonly<Record<string, unknown>>,
	computed: Readonly<Record<string, unknown>>,
	...place: readonly string[]
): void {
	for (const [key, value] of Object.entries(computed)) {
		const said = declared[key];
		if (said === undefined || said === value) continue;
		if (isPlainObject(said) && isPlainObject(value)) {
			refuseContradictions(said, value, ...place, key);
			continue;
		}
		const path = pointer("metadata", ...place, key);
		const message = `${path}: declared ${textOf(said)}, but the arrays give ${textOf(value)}`;
		throw new ReplayError("metadata-contradicts-arrays", message);
	}
}

function textOf(value: unknown): string {
	return typeof value === "object" ? kindOf(value) : maskedText(String(value));
}

function unitsFor(types: ReplayMetadata["joint_type"] = []): Record<string, string> {
	const prismatic = types.filter((type) => type === "prismatic").length;
	const joint = prismatic === 0 ? "rad" : prismatic === types.length ? "m" : "rad|m";
	const rate = prismatic === 0 ? "rad/s" : prismatic === types.length ? "m/s" : "rad/s|m/s";
	const bySlot = joint === "rad|m" ? " by joint type" : "";
	return {
		time: "s",
		joint_position: joint + bySlot,
		joint_velocity: rate + bySlot,
		position: "m",
		velocity: "m/s",
		angular_velocity: "rad/s",
		acceleration: "m/s^2",
	};
}
