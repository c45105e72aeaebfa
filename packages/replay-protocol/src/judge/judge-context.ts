import type { ReplayContext } from "../context.ts";
import { resolveEvidence } from "../evidence/proof.ts";
import type { Findings } from "../report/findings.ts";
import { judgeIdentity } from "./judge-identity.ts";
import { judgeLinks } from "./judge-links.ts";
import type { ReadableMetadata } from "./judge-metadata.ts";
import { boundsOf, judgeModel } from "./judge-model.ts";
import { judgeMotion } from "./judge-motion.ts";
import { judgeVerification } from "./judge-verification.ts";
import type { Structure } from "./structure.ts";

/** The readable part of a replay. */
export interface JudgedContent {
	readonly metadata: ReadableMetadata;
	readonly structure: Structure;
}

/** Judges a replay against the robot, the model and the evidence around it. */
export function judgeContext(content: JudgedContent, context: ReplayContext, findings: Findings): void {
	const { sound } = content.structure;
	judgeIdentity(content.metadata, context.robot ?? {}, findings);
	judgeModel(content, context.model ?? {}, findings);
	judgeMotion(sound, boundsOf(sound.joint_name?.data ?? [], context.model?.joints), findings);
	judgeContactNames(content, findings);
	const evidence = resolveEvidence(context);
	judgeLinks(content, { context, evidence }, findings);
	judgeVerification(content, evidence, findings);
}

/** Names of contacts are as many as contacts; without frames or contact arrays, nothing can be said of them. */
function judgeContactNames({ metadata, structure }: JudgedContent, findings: Findings): void {
	const found = metadata.contact_names?.length;
	const contacts = structure.sound.planned_contact ?? structure.sound.actual_contact;
	if (found === undefined || contacts === undefined || contacts.shape[0] === 0) return;
	const expected = contacts.shape[1] ?? 1;
	if (found === expected) return;
	findings.add("contact-names-mismatch", { path: "/metadata/contact_names", params: { expected, found } });
}
