import { replayLimits } from "../../limits.ts";
import { sortedJson } from "../../plain-document.ts";
import { createSha256 } from "../../sha256.ts";
import type { ConversionLog } from "../conversion-log.ts";
import { ConvertError } from "../errors.ts";
import type { Frame } from "./read-frame.ts";

/** The joints of a frame in its own order; frames that list the same joints share one. */
export interface Layout {
	readonly names: readonly string[];
	readonly indices: readonly number[];
}

/** The IMU arrays of a replay, where a frame has them, and their widths. */
export const imuVectors = {
	imu_orientation: { key: "orientation", width: 4 },
	imu_angular_velocity: { key: "angular_velocity", width: 3 },
	imu_linear_acceleration: { key: "linear_acceleration", width: 3 },
} as const;

/** An IMU array's name. */
export type ImuArray = keyof typeof imuVectors;

/** A frame reduced to what a replay carries. */
export interface PackedFrame {
	readonly id: string;
	readonly capturedAtMs: bigint;
	readonly robotId: string;
	readonly bridgeId: string | undefined;
	readonly mode: string;
	readonly capability: string;
	readonly intentId: string;
	readonly receiptId: string;
	readonly errorCount: number;
	/** Whether the frame itself says that no robot made it. */
	readonly isSimulated: boolean;
	readonly layout: Layout;
	/** Positions, then velocities, then torques, each in the order of the layout. */
	readonly joints: Float64Array;
	/** What was measured; vectors of another width than they should have are here too. */
	readonly imu: Partial<Record<ImuArray, readonly number[]>>;
	/** What the frame has that a replay does not carry. */
	readonly leftOut: Readonly<Record<LeftOut, boolean>>;
}

/** What a replay does not carry of a frame. */
export type LeftOut = "operator-input" | "error-texts" | "unknown-keys";

/** Words of `operator_input.source`, in lower case, for frames that were never a robot's. */
const simulations = words("simulation sim mock");
const carriedInputs = ["command_capability", "command_intent_id"];
const frameKeys = words("frame_id robot_id bridge_id captured_at_ms mode joints imu operator_input errors");
const jointKeys = words("name index position velocity torque error");
const imuKeys = words("orientation angular_velocity linear_acceleration");
const encoder = new TextEncoder();

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(" "));
}

/** Takes frames as they come: packs them, drops exact copies, reports conflicts. */
export class FrameTable {
	/** The frames in the order they came, each id once. */
	readonly frames: PackedFrame[] = [];
	readonly #log: ConversionLog;
	readonly #digests = new Map<string, string>();
	readonly #copies = new Map<string, number>();
	#taken = 0;
	#layout: Layout = { names: [], indices: [] };
	readonly #layouts = new Map<string, Layout>();

	constructor(log: ConversionLog) {
		this.#log = log;
	}

	/** Frames that came, copies included. */
	get taken(): number {
		return this.#taken;
	}

	/** Frames that came again with the same content: id and copies. */
	get copies(): ReadonlyMap<string, number> {
		return this.#copies;
	}

	/** @throws ConvertError `limit-exceeded` for more frames or joints than a replay may have */
	add(frame: Frame): void {
		const { frames, joints } = replayLimits;
		const isTooMany = ++this.#taken > frames || frame.joints.length > joints;
		if (isTooMany) {
			const reason = `more than ${frames} frames or ${joints} joints`;
			throw new ConvertError("limit-exceeded", `/frames/${this.#taken - 1}`, { reason });
		}
		const hasUnknown = hasUnknownKeys(frame);
		const digest = digestOf(frame, hasUnknown);
		const known = this.#digests.get(frame.frame_id);
		if (known === undefined) {
			this.#digests.set(frame.frame_id, digest);
			this.frames.push(this.#packed(frame, hasUnknown));
		} else if (known === digest) {
			this.#copies.set(frame.frame_id, (this.#copies.get(frame.frame_id) ?? 0) + 1);
		} else {
			const params = { frame_id: frame.frame_id };
			this.#log.find("frame-conflict", { path: `/frames/${this.#taken - 1}`, params });
		}
	}

	#packed(frame: Frame, hasUnknown: boolean): PackedFrame {
		const { operator_input: said = {}, errors = [], imu, joints } = frame;
		const values = new Float64Array(3 * joints.length);
		for (const [slot, { position, velocity, torque }] of joints.entries()) {
			values[slot] = position;
			values[joints.length + slot] = velocity;
			values[2 * joints.length + slot] = torque;
		}
		const faulty = joints.filter(({ error }) => hasError(error)).length;
		return {
			id: frame.frame_id,
			capturedAtMs: BigInt(frame.captured_at_ms),
			robotId: frame.robot_id,
			bridgeId: frame.bridge_id,
			mode: frame.mode,
			capability: said["command_capability"] ?? "",
			intentId: said["command_intent_id"] ?? "",
			receiptId: said["command_receipt_id"] ?? "",
			errorCount: errors.length + faulty,
			isSimulated: simulations.has((said["source"] ?? "").trim().toLowerCase()),
			layout: this.#layoutOf(frame),
			joints: values,
			imu: imu === undefined ? {} : measured(imu),
			leftOut: {
				"operator-input": Object.keys(said).some((key) => !carriedInputs.includes(key)),
				"error-texts": errors.length + faulty > 0,
				"unknown-keys": hasUnknown,
			},
		};
	}

	/** The shared layout of the frame's joints; a joint that is named twice is reported. */
	#layoutOf({ joints, frame_id }: Frame): Layout {
		const { names, indices } = this.#layout;
		const isSame =
			joints.length === names.length &&
			joints.every(({ name, index }, slot) => name === names[slot] && index === indices[slot]);
		if (isSame) return this.#layout;
		const found = { names: joints.map(({ name }) => name), indices: joints.map(({ index }) => index) };
		const key = JSON.stringify(found);
		this.#layout = this.#layouts.get(key) ?? found;
		this.#layouts.set(key, this.#layout);
		const seen = new Set<string>();
		for (const joint of found.names) {
			if (seen.has(joint)) {
				this.#log.find("frame-joint-repeated", {
					path: `/frames/${this.#taken - 1}/joints`,
					params: { joint, frame_id },
				});
			}
			seen.add(joint);
		}
		return this.#layout;
	}
}

/** The vectors that hold anything; an empty one was not measured. */
function measured(imu: NonNullable<Frame["imu"]>): PackedFrame["imu"] {
	const vectors: Partial<Record<ImuArray, readonly number[]>> = {};
	for (const [name, { key }] of Object.entries(imuVectors)) {
		if (imu[key].length > 0) vectors[name as ImuArray] = imu[key];
	}
	return vectors;
}

/** Absent, 0, empty text and null say that there is none. */
function hasError(error: unknown): boolean {
	return Boolean(error);
}

function hasUnknownKeys(frame: Frame): boolean {
	const { imu, joints } = frame;
	return (
		hasOther(frame, frameKeys) ||
		(imu !== undefined && hasOther(imu, imuKeys)) ||
		joints.some((joint) => hasOther(joint, jointKeys))
	);
}

function hasOther(record: object, known: ReadonlySet<string>): boolean {
	for (const key in record) if (!known.has(key)) return true;
	return false;
}

/** Digest of all that a frame says, whatever the order of its keys: those of the schema come out in its order. */
function digestOf({ operator_input, ...frame }: Frame, hasUnknown: boolean): string {
	const hasher = createSha256();
	const said = operator_input === undefined ? "" : sortedJson(operator_input);
	const text = hasUnknown ? sortedJson(withoutAbsent(frame)) : JSON.stringify(frame);
	hasher.update(encoder.encode(`${said}\n${text}`));
	return hasher.digest();
}

function withoutAbsent(frame: object): object {
	return Object.fromEntries(Object.entries(frame).filter(([, value]) => value !== undefined));
}
