import type { ReplayArray, ReplayArrays, ReplayArtifact } from "../artifact.ts";
import { createReplay, type ReplayBasics } from "../create.ts";
import { contentDigest, sortedArrays } from "../digest.ts";
import { normalizeReplay } from "../normalize.ts";
import { type Redaction, sanitizeReplay } from "../privacy/sanitize.ts";
import { validateReplay } from "../validate.ts";
import type { ConversionLog } from "./conversion-log.ts";
import { type Draft, frameCount } from "./draft.ts";
import { fillPositions } from "./fill-positions.ts";
import { type ConversionManifest, type ConversionStep, conversionManifestSchema } from "./manifest.ts";
import type { ConvertOptions } from "./options.ts";
import { orderJoints } from "./order-joints.ts";
import type { ConvertResult } from "./result.ts";

/** Name of this converter, and the version of its rules: another one where the same source gives another replay. */
const converter = { name: "@hindcast/replay-protocol/convert", version: "1" };

/** Steps that the metadata lists, and names that a step lists there; the manifest has all. Metadata is bounded. */
const listedSteps = 64;
const listedNames = 16;

/** Makes the replay from what a source gave: joints in order, fills by rule, metadata, judgement, manifest. */
export async function finish(
	draft: Draft,
	log: ConversionLog,
	options: ConvertOptions,
): Promise<ConvertResult> {
	const { signal } = options;
	signal?.throwIfAborted();
	if (draft.source.frame_count === 0) {
		log.find("source-empty", { path: "" });
		return { report: log.report() };
	}
	const ordered = orderJoints(draft, options.jointOrder, log);
	const whole = fillPositions(ordered, options.fill ?? "fail", log);
	if (log.blocked) return { report: log.report() };
	const arrays = options.neutral ? await withNeutral(arraysOf(whole), whole, log) : arraysOf(whole);
	const origin = frameCount(whole) === 0 ? null : whole.origin(0);
	if (origin !== null)
		log.step("converted", { rule: "time-rebased", arrays: ["t"], from: origin, to: "0 s" });
	const metadata: ReplayBasics = {
		...whole.metadata,
		artifact_class: classOf(whole, options),
		visibility: options.profile ?? "private",
		...(whole.jointTypes !== undefined && { joint_type: [...whole.jointTypes] }),
		...(options.exportedAt !== undefined && { exported_at: options.exportedAt }),
		...(options.modelSourceDigest !== undefined && { model_source_digest: options.modelSourceDigest }),
		coordinate_convention: "z-up-right-handed",
		generator: converter,
		...repairsOf(log),
		content_digest: await contentDigest({ arrays }, signal === undefined ? {} : { signal }),
	};
	const made = await createReplay({ metadata, arrays });
	const { artifact, redactions } = publish(made, options);
	signal?.throwIfAborted();
	const judged = validateReplay(artifact, { profile: options.profile ?? "private" });
	const report = log.report(judged);
	if (!report.ok) return { report };
	return { artifact, manifest: manifestOf(draft, artifact, { log, redactions }), report };
}

/** The lower of what the source says and what the options say: a claim lowers the class, and none raises it. */
function classOf({ isSimulated }: Draft, { artifactClass }: ConvertOptions): "recorded" | "simulated" {
	return isSimulated ? "simulated" : (artifactClass ?? "recorded");
}

/** A public artifact is a sanitised one; what that took away is in the manifest. */
function publish(
	artifact: ReplayArtifact,
	{ profile }: ConvertOptions,
): { readonly artifact: ReplayArtifact; readonly redactions: readonly Redaction[] } {
	return profile === "public" ? sanitizeReplay(artifact) : { artifact, redactions: [] };
}

function arraysOf(draft: Draft): ReplayArrays {
	const frames = Array.from({ length: frameCount(draft) }, (_, frame) => frame);
	const names: ReplayArray = { dtype: "string", shape: [draft.jointNames.length], data: draft.jointNames };
	const arrays: Record<string, ReplayArray> = {
		t: { dtype: "float64", shape: [frames.length], data: draft.seconds(frames) },
		joint_name: names,
		qj: draft.positions,
		frame_id: draft.frameIds,
	};
	for (const [name, array] of [...draft.perJoint, ...draft.perFrame, ...draft.fixed]) arrays[name] = array;
	return arrays as unknown as ReplayArrays;
}

/** The arrays with neutral ones for those that are absent, unless they would be empty. */
async function withNeutral(arrays: ReplayArrays, draft: Draft, log: ConversionLog): Promise<ReplayArrays> {
	const filled = normalizeReplay(await createReplay({ metadata: draft.metadata, arrays })).arrays;
	const added = sortedArrays(filled).filter(
		([name, { data }]) => !Object.hasOwn(arrays, name) && data.length > 0,
	);
	log.step("filled", { rule: "neutral-arrays-written", arrays: added.map(([name]) => name) });
	return { ...arrays, ...Object.fromEntries(added) };
}

function repairsOf({ steps }: ConversionLog): { readonly repairs?: ConversionStep[] } {
	const all = Object.values(steps).flat();
	if (all.length === 0) return {};
	const listed = all.slice(0, listedSteps).map(brief);
	const left = all.length - listed.length;
	return { repairs: left === 0 ? listed : [...listed, { rule: "more-in-manifest", note: `${left} more` }] };
}

/** The step with a few of its joints. */
function brief(step: ConversionStep): ConversionStep {
	const { joints } = step;
	if (joints === undefined || joints.length <= listedNames) return step;
	return { ...step, joints: joints.slice(0, listedNames), note: `${joints.length} joints` };
}

function manifestOf(
	{ source }: Draft,
	{ metadata, arrays }: ReplayArtifact,
	{ log, redactions }: { readonly log: ConversionLog; readonly redactions: readonly Redaction[] },
): ConversionManifest {
	const document = {
		manifest: "hindcast.conversion/1",
		protocol: metadata.protocol,
		converter,
		source,
		source_label: metadata.source_label,
		robot_id: metadata.robot_id,
		bridge_id: metadata.bridge_id,
		artifact_class: metadata.artifact_class,
		visibility: metadata.visibility,
		duration_s: metadata.duration_s,
		tick_count: metadata.tick_count,
		joint_count: metadata.joint_count,
		joint_order_digest: metadata.joint_order_digest,
		content_digest: metadata.content_digest,
		model_source_digest: metadata.model_source_digest,
		arrays: sortedArrays(arrays).map(([name, { dtype, shape }]) => ({ name, dtype, shape: [...shape] })),
		...log.steps,
		redactions: redactions.map(({ path, rule }) => ({ path, rule })),
		files: [],
	};
	// Keys that the metadata does not have are absent here too.
	const present = Object.entries(document).filter(([, value]) => value !== undefined);
	return conversionManifestSchema.parse(Object.fromEntries(present));
}
