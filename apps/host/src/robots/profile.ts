import { safeIdSchema } from "@hindcast/replay-protocol/http";
import * as z from "zod";

/** MoonBit writes an enum as a name, a list that starts with it, or an object with `$tag`, by compiler version. */
const enumSchema = z.union([z.string(), z.array(z.unknown()), z.looseObject({})]);
const text = z.string().max(512);
const amount = z.union([z.number(), z.string()]);

/**
 * The keys of a stored `robot.json` that may be answered; all others are dropped.
 *
 * Format: RobotProfile of MoonRobo (`robot.json` of a RoboBook).
 */
export const profileSchema = z.object({
	id: safeIdSchema,
	label: text.optional(),
	kind: enumSchema.optional(),
	platform: text.optional(),
	profile_version: z.number().optional(),
	model: z.object({ primary: text.optional(), alternates: z.array(text).max(32).optional() }).optional(),
	bridge: z.object({ id: text.optional(), kind: enumSchema.optional() }).optional(),
	joints: z
		.array(
			z.object({
				name: text,
				index: z.number(),
				min_position: z.number().optional(),
				max_position: z.number().optional(),
			}),
		)
		.max(4096)
		.optional(),
	sensors: z
		.array(z.object({ id: text, kind: text, label: text.optional() }))
		.max(256)
		.optional(),
	capabilities: z
		.array(
			z.object({
				id: text,
				command_class: enumSchema.optional(),
				label: text.optional(),
				enabled: z.boolean().optional(),
				requires_approval: z.boolean().optional(),
				requires_dry_run: z.boolean().optional(),
			}),
		)
		.max(256)
		.optional(),
	limits: z
		.object({
			telemetry_freshness_ms: amount.optional(),
			heartbeat_ms: amount.optional(),
			default_mode: text.optional(),
			high_control_max_x_abs: z.number().optional(),
			high_control_max_yaw_abs: z.number().optional(),
			high_control_max_duration_ms: amount.optional(),
		})
		.optional(),
});

/** A robot's profile as it may be answered. */
export type RobotProfile = z.infer<typeof profileSchema>;

/** The name of a MoonBit enum value in any of its JSON forms. */
export function enumName(value: RobotProfile["kind"]): string {
	if (typeof value === "string") return value;
	const tag = Array.isArray(value) ? value[0] : (value?.["$tag"] ?? value?.["tag"]);
	return typeof tag === "string" ? tag : "Unknown";
}

/** Kinds of bridges behind which a robot stands, and behind which none does, in lower case. */
const bridgeKinds: ReadonlyMap<string, "robot" | "simulation"> = new Map([
	["sdke1", "robot"],
	["ros2", "robot"],
	["mock", "simulation"],
	["sim", "simulation"],
	["simulator", "simulation"],
	["simulation", "simulation"],
]);

/** What stands behind a robot's bridge; `unknown` where its kind is absent or none that is known. */
export function bridgeNature({ bridge }: RobotProfile): "robot" | "simulation" | "unknown" {
	return bridgeKinds.get(enumName(bridge?.kind).trim().toLowerCase()) ?? "unknown";
}

/** Whether a robot is known to stand behind the bridge of this id: it is the profile's, of a kind that moves a robot. */
export function isRobotsBridge(profile: RobotProfile, bridgeId: string): boolean {
	return bridgeNature(profile) === "robot" && bridgeId !== "" && profile.bridge?.id === bridgeId;
}
