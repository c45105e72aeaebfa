import { type LinkedEvidence, type Proof, proveResolved } from "../evidence/proof.ts";
import { isVerificationClaim } from "../evidence/verification-claim.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import type { JudgedContent } from "./judge-context.ts";

/**
 * Judges claims of verification: the class, and every frame that says it is verified. Each needs a proof for the robot,
 * and a frame of a command one for that command. Evidence that is not given proves nothing, and none proves that a
 * simulation happened.
 */
export function judgeVerification(
	{ metadata, structure }: JudgedContent,
	evidence: LinkedEvidence,
	findings: Findings,
): void {
	const reasonOf = createProver(evidence, metadata.robot_id);
	const report = (path: string, reason: string | null) => {
		if (reason !== null) findings.add("verification-overclaimed", { path, params: { reason } });
	};
	if (metadata.artifact_class === "physical-feedback-verified") {
		report("/metadata/artifact_class", reasonOf());
	}
	const { verification_state, command_intent_id } = structure.sound;
	if (verification_state === undefined) return;
	const { data } = verification_state;
	const judged = new Set<string>();
	for (let frame = 0; frame < data.length; frame++) {
		if (!isVerificationClaim(data[frame])) continue;
		const intent = command_intent_id?.data[frame] ?? "";
		if (judged.has(intent)) continue;
		judged.add(intent);
		const simulated = metadata.artifact_class === "simulated";
		report(arrayPath("verification_state", frame), simulated ? "simulated" : reasonOf(intent));
	}
}

/** Why the robot, or one intent of it, is not verified; null where it is. Each intent of a receipt is proved once. */
function createProver(
	evidence: LinkedEvidence,
	robotId: string | undefined,
): (intent?: string) => string | null {
	const proofs = new Map<string | undefined, Proof>();
	const receipted = new Set(evidence.receipts.map((receipt) => receipt.intent.intent_id));
	const unreceipted = "intent without a receipt";
	return (intent = "") => {
		if (robotId === undefined) return "robot-differs";
		const asked = intent === "" ? undefined : receipted.has(intent) ? intent : unreceipted;
		const proof = proofs.get(asked) ?? proveResolved(evidence, robotId, asked);
		proofs.set(asked, proof);
		return proof.verified ? null : proof.reason;
	};
}
