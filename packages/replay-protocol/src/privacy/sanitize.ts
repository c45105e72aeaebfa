import { arraysOf } from "../arguments.ts";
import type { ReplayArrays, ReplayArtifact } from "../artifact.ts";
import { contentDigestSync, jointOrderDigestSync } from "../digest.ts";
import { ReplayError } from "../errors.ts";
import { DocumentFault } from "../json/json-document.ts";
import { claimFault } from "../judge/structure.ts";
import { replayLimits } from "../limits.ts";
import type { ReplayMetadata } from "../metadata.ts";
import { plainDocument } from "../plain-document.ts";
import { arrayPath } from "../report/findings.ts";
import type { PrivacyCode } from "./private-text.ts";
import { publishedArrays } from "./published-arrays.ts";
import { publishedMetadata } from "./published-metadata.ts";

/** Something that was left out or replaced: a JSON pointer into the source, without private text, and the rule. */
export interface Redaction {
	/**
	 * Where it was, such as `/metadata/robobook_root`; keys and arrays whose names are private are named by their index.
	 * Texts of a (T,) array are replaced under one entry for each rule, such as `/arrays/frame_id`.
	 */
	readonly path: string;
	/** Why; `verification-overclaimed` where a proof was claimed that a public file cannot carry. */
	readonly rule: PrivacyCode | "verification-overclaimed";
}

/** A public copy of a replay. */
export interface SanitizedReplay {
	/** The copy; it validates as public, if nothing but privacy was wrong with the source. */
	readonly artifact: ReplayArtifact;
	/** Everything that differs from the source, apart from `visibility` and the digests that follow from the changes. */
	readonly redactions: readonly Redaction[];
}

/**
 * Makes a public copy of a replay: metadata reduced to the public list, private texts left out or replaced, `visibility`
 * public, digests of what changed computed again. The source is not changed; arrays that stay as they are are shared.
 *
 * A file cannot carry the receipts that prove a verification, so the copy claims none: the class
 * `physical-feedback-verified` becomes `recorded`, and the verification state `verified` unknown. `PRIVACY.md` says what
 * happens in each place. A copy of a copy is the same again. Repairs nothing: a digest that was wrong stays wrong.
 *
 * @throws ReplayError `artifact-unsound` for metadata that is no plain JSON and arrays that are not what they claim
 * @throws TypeError where the artifact's arrays are no plain object
 */
export function sanitizeReplay(artifact: ReplayArtifact): SanitizedReplay {
	const source = soundSource(artifact);
	const redactions: Redaction[] = [];
	const arrays = publishedArrays(source.arrays, redactions);
	const metadata = publishedMetadata(source.metadata, redactions);
	return { artifact: { metadata: { ...metadata, ...digests(source, arrays) }, arrays }, redactions };
}

function soundSource(artifact: ReplayArtifact): ReplayArtifact {
	for (const [name, array] of Object.entries(arraysOf(artifact))) {
		const fault = array === undefined ? null : claimFault(array);
		if (fault !== null) throw new ReplayError("artifact-unsound", `${arrayPath(name)}: ${fault.code}`);
	}
	try {
		const metadata = plainDocument(artifact.metadata, replayLimits) as ReplayMetadata;
		return { metadata, arrays: artifact.arrays };
	} catch (error) {
		if (!(error instanceof DocumentFault)) throw error;
		throw new ReplayError("artifact-unsound", `/metadata${error.path}: ${error.message}`);
	}
}

/** The digests of arrays that changed, where the source declared them rightly. */
function digests({ metadata, arrays }: ReplayArtifact, changed: ReplayArrays): Partial<ReplayMetadata> {
	const { joint_order_digest, content_digest } = metadata;
	const renamed = arrays.joint_name !== changed.joint_name;
	return {
		...(renamed &&
			joint_order_digest === jointOrderDigestSync(arrays.joint_name.data) && {
				joint_order_digest: jointOrderDigestSync(changed.joint_name.data),
			}),
		...(content_digest !== undefined &&
			isChanged({ ...arrays }, { ...changed }) &&
			content_digest === contentDigestSync(arrays) && { content_digest: contentDigestSync(changed) }),
	};
}

/** Whether any array was left out or replaced. */
function isChanged(
	arrays: Readonly<Record<string, unknown>>,
	copy: Readonly<Record<string, unknown>>,
): boolean {
	return Object.keys(arrays).some((name) => arrays[name] !== copy[name]);
}
