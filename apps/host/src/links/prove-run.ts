import { type LinkedEvidence, proveVerification, type TelemetryFrame } from "@hindcast/replay-protocol";
import { type Ledger, linkedEvidence } from "../ledger/read-ledger.ts";
import { bridgeNature, isRobotsBridge, type RobotProfile } from "../robots/profile.ts";

/** The documents of a run, and the profile of the robot whose book they stand in. */
export interface RobotRun {
	readonly ledger: Ledger;
	/** Undefined where the folder is no book any more. */
	readonly profile: RobotProfile | undefined;
}

/** Words of `operator_input.source`, in lower case, for frames that were never a robot's. */
const simulations: readonly string[] = ["simulation", "simulator", "sim", "mock"];

/**
 * Why documents do not prove that a robot did what it was asked to do; null where they do.
 *
 * A robot must be known to stand behind the bridge that the documents name: it is the bridge of the robot's profile, of a
 * kind that moves a robot. In doubt nothing is proved.
 *
 * @returns a reason of the proof, `class-cannot-be-linked` where the run was simulated, or `bridge-not-physical`
 */
export function faultOfRun({ ledger, profile }: RobotRun, robotId: string): string | null {
	const proof = proveVerification(linkedEvidence(ledger), robotId);
	if (!proof.verified) return proof.reason;
	if (profile === undefined) return "bridge-not-physical";
	const { receipts, dispatches, feedback } = ledger;
	const isSimulated = feedback.some(({ value }) => saysSimulated(value));
	if (isSimulated || bridgeNature(profile) === "simulation") return "class-cannot-be-linked";
	const documents = [...receipts, ...dispatches, ...feedback];
	const isPhysical = documents.every(({ value }) => isRobotsBridge(profile, value.bridge_id));
	return isPhysical ? null : "bridge-not-physical";
}

/**
 * Documents without those that can prove nothing of this robot: what other bridges than its own said, or bridges behind
 * which no robot is known to stand, and feedback that says it is simulated.
 */
export function physicalEvidence(
	evidence: Required<LinkedEvidence>,
	profile: RobotProfile,
): Required<LinkedEvidence> {
	return {
		...evidence,
		dispatches: evidence.dispatches.filter(({ bridge_id }) => isRobotsBridge(profile, bridge_id)),
		feedback: evidence.feedback.filter((frame) => !saysSimulated(frame)),
	};
}

function saysSimulated({ operator_input: said = {} }: TelemetryFrame): boolean {
	return simulations.includes((said["source"] ?? "").trim().toLowerCase());
}
