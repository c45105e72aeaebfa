import type { ReplayArrays } from "../artifact.ts";
import { contentDigestSync, jointOrderDigestSync } from "../digest.ts";
import { type Findings, pointer } from "../report/findings.ts";
import type { ReadableMetadata } from "./judge-metadata.ts";
import type { Structure } from "./structure.ts";

interface Quantity {
	readonly units: readonly string[];
	/** Arrays whose presence asks for the declaration; none: always optional. */
	readonly arrays: readonly (keyof ReplayArrays)[];
}

const angular = ["rad", "m", "rad|m", "rad|m by joint type"];

/** Quantities of `metadata.units` and the units that the protocol knows. */
const quantities: Readonly<Record<string, Quantity>> = {
	time: { units: ["s"], arrays: ["t"] },
	joint_position: { units: angular, arrays: ["qj"] },
	joint_velocity: {
		units: ["rad/s", "m/s", "rad/s|m/s", "rad/s|m/s by joint type", "rad/s or m/s by joint type"],
		arrays: ["dqj"],
	},
	position: { units: ["m"], arrays: ["base_pos", "target_pos"] },
	velocity: { units: ["m/s"], arrays: [] },
	angular_velocity: { units: ["rad/s"], arrays: ["imu_angular_velocity"] },
	acceleration: { units: ["m/s^2"], arrays: ["imu_linear_acceleration"] },
};

/** Judges what the metadata declares about the arrays: units, counts, duration, digests. */
export function judgeDeclarations(
	metadata: ReadableMetadata,
	structure: Structure,
	findings: Findings,
	checkContent: boolean,
): void {
	if (metadata.units !== undefined) judgeUnits(metadata.units, structure.sound, findings);
	judgeCount("tick_count", metadata.tick_count, structure.frames, findings);
	judgeCount("joint_count", metadata.joint_count, structure.joints, findings);
	judgeCount("joint_type", metadata.joint_type?.length, structure.joints, findings);
	judgeDuration(metadata.duration_s, structure, findings);
	const names = structure.sound.joint_name?.data;
	if (names !== undefined) {
		judgeDigest("joint_order_digest", metadata, () => jointOrderDigestSync(names), findings);
	}
	if (checkContent) {
		const arrays = structure.sound as ReplayArrays;
		judgeDigest("content_digest", metadata, () => contentDigestSync(arrays), findings);
	}
}

function judgeUnits(
	units: Readonly<Record<string, string>>,
	arrays: Structure["sound"],
	findings: Findings,
): void {
	for (const [key, quantity] of Object.entries(quantities)) {
		const path = pointer("metadata", "units", key);
		const unit = Object.hasOwn(units, key) ? units[key] : undefined;
		if (unit !== undefined && !quantity.units.includes(unit)) {
			findings.add("unknown-unit", { path, params: { key, unit } });
		}
		if (unit === undefined && quantity.arrays.some((name) => arrays[name] !== undefined)) {
			findings.add("unit-missing", { path, params: { key } });
		}
	}
}

function judgeCount(
	key: string,
	declared: number | undefined,
	found: number | null,
	findings: Findings,
): void {
	if (declared === undefined || found === null || declared === found) return;
	findings.add("metadata-count-mismatch", {
		path: pointer("metadata", key),
		params: { key, declared, found },
	});
}

function judgeDuration(declared: number | undefined, { sound }: Structure, findings: Findings): void {
	const times = sound.t?.data;
	if (declared === undefined || times === undefined || times.length === 0) return;
	const found = times[times.length - 1] - times[0];
	// A microsecond of slack: float32 times and decimal durations must not fail at exactly 1 ms.
	if (!Number.isFinite(found) || Math.abs(found - declared) <= 0.001 + 1e-6) return;
	findings.add("duration-mismatch", { path: "/metadata/duration_s", params: { declared, found } });
}

function judgeDigest(
	key: "joint_order_digest" | "content_digest",
	metadata: ReadableMetadata,
	compute: () => string,
	findings: Findings,
): void {
	const declared = metadata[key];
	if (declared === undefined) return;
	const computed = compute();
	if (declared === computed) return;
	const code = key === "content_digest" ? "content-digest-mismatch" : "joint-order-digest-mismatch";
	findings.add(code, { path: pointer("metadata", key), params: { declared, computed } });
}
