import * as z from "zod/mini";
import { type TelemetryFrame, telemetryFrameSchema } from "../../evidence/ledger.ts";
import { issueWords } from "../../issue-words.ts";
import { ConvertError } from "../errors.ts";
import type { ConvertOptions } from "../options.ts";

/** A telemetry frame; one of a motor SDK knows neither its robot nor its bridge. */
export type Frame = Pick<
	TelemetryFrame,
	"frame_id" | "robot_id" | "captured_at_ms" | "mode" | "joints" | "imu" | "operator_input" | "errors"
> & { readonly bridge_id?: string };

/** Words of an SDK's modes, by their codes. */
const sdkModes: readonly string[] = ["low", "high", "user", "default"];

/** One joint of a telemetry frame. */
const jointSchema = telemetryFrameSchema.shape.joints.def.element;

/** A snapshot as a motor SDK's read-only bridge prints it: motors instead of joints, the mode as a code. */
const sdkSnapshotSchema = z.looseObject({
	...z.omit(telemetryFrameSchema, { robot_id: true, bridge_id: true, mode: true, joints: true }).shape,
	mode: z.int(),
	joints: z.array(
		z.looseObject({
			...z.omit(jointSchema, { name: true, index: true }).shape,
			motor_id: z.int().check(z.nonnegative()),
		}),
	),
});

/** Keys that a place may name; any other is text of the source. */
const knownKeys = new Set<PropertyKey>([
	...Object.keys(telemetryFrameSchema.shape),
	...Object.keys(jointSchema.shape),
	"orientation",
	"angular_velocity",
	"linear_acceleration",
	"motor_id",
]);

/**
 * Reads a frame's document: a telemetry frame, or a snapshot of a motor SDK, whose motors take their names from
 * `jointNames` and whose robot is `robotId`.
 *
 * @throws ConvertError `frame-malformed`; `option-missing` where a snapshot needs an option
 */
export function readFrame(document: unknown, index: number, options: ConvertOptions): Frame {
	if (isSdkSnapshot(document)) return fromSnapshot(parse(sdkSnapshotSchema, document, index), options);
	return parse(telemetryFrameSchema, document, index);
}

function parse<Schema extends z.ZodMiniType>(
	schema: Schema,
	document: unknown,
	index: number,
): z.infer<Schema> {
	const { data, error } = schema.safeParse(document, issueWords);
	if (error === undefined) return data;
	const [{ path, message }] = error.issues;
	const place = path.map((key) => (typeof key === "number" || knownKeys.has(key) ? String(key) : "*"));
	throw new ConvertError("frame-malformed", ["/frames", index, ...place].join("/"), { reason: message });
}

function isSdkSnapshot(document: unknown): boolean {
	const { joints, robot_id } = (document ?? {}) as { readonly joints?: unknown; readonly robot_id?: unknown };
	const [first] = Array.isArray(joints) ? (joints as unknown[]) : [];
	return robot_id === undefined && typeof first === "object" && first !== null && "motor_id" in first;
}

function fromSnapshot(
	snapshot: z.infer<typeof sdkSnapshotSchema>,
	{ robotId, bridgeId, jointNames }: ConvertOptions,
): Frame {
	const missing = robotId === undefined ? "robotId" : jointNames === undefined ? "jointNames" : null;
	if (robotId === undefined || jointNames === undefined) {
		throw new ConvertError("option-missing", String(missing), {
			reason: "snapshots of a motor SDK do not hold it",
		});
	}
	const { joints, mode, ...rest } = snapshot;
	return {
		...rest,
		robot_id: robotId,
		...(bridgeId !== undefined && { bridge_id: bridgeId }),
		mode: sdkModes[mode] ?? `unknown-${mode}`,
		joints: joints.map(({ motor_id, ...joint }) => {
			const name = jointNames[motor_id];
			if (name !== undefined) return { ...joint, name, index: motor_id };
			throw new ConvertError("option-invalid", "jointNames", { reason: `no name for motor ${motor_id}` });
		}),
	} as Frame;
}
