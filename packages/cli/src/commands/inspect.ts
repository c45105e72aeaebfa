import { sha256Id } from "@hindcast/canonical-json";
import {
	contentDigest,
	jointOrderDigest,
	type ReplayArtifact,
	toWireReport,
	type ValidationReport,
} from "@hindcast/replay-protocol";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type ArraySummary, summarizeArrays } from "../array-summary.ts";
import { exitCode } from "../exit-codes.ts";
import { inputName } from "../input.ts";
import { type ReplayFile, requireReplay } from "../read-file.ts";
import { findingLines, verdict } from "../report-text.ts";
import { type Command, type Shell, write } from "../shell.ts";
import { printable, shortNumber, table } from "../text.ts";

/** Shows what a replay holds. */
export const inspect: Command = {
	name: "inspect",
	summary: "show what a replay holds",
	usage: `Usage: hindcast inspect FILE [--json]

Shows protocol, robot, class, encoding, size, rate and gaps, arrays (dtype, shape, smallest and largest value, share of NaN),
digests, findings and metadata. - is standard input.

  --json          one JSON object

The class is what the file declares, not what is proven.
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("inspect", args, { json: { type: "boolean" } });
		const path = onlyPositional("inspect", positionals, "file");
		const file = await requireReplay(path, shell);
		const summary = await summarize(path, file, shell);
		await write(
			shell.stdout,
			values.json ? `${JSON.stringify(summary)}\n` : summaryText(summary, file.report),
		);
		return exitCode.ok;
	},
};

interface Summary {
	readonly file: string;
	readonly protocol: string;
	readonly robot_id: string;
	readonly bridge_id: string | null;
	readonly artifact_class: string | null;
	readonly encoding: string | null;
	readonly byte_count: string;
	readonly tick_count: number;
	readonly joint_count: number;
	readonly duration_s: number;
	/** Frames a second, by the median, the longest and the shortest step in time; null with fewer than two frames. */
	readonly rate_hz: { readonly median: number; readonly min: number; readonly max: number } | null;
	readonly gaps: readonly { readonly frame: number; readonly gap_s: number }[];
	readonly arrays: readonly ArraySummary[];
	readonly content_digest: string;
	readonly joint_order_digest: string;
	readonly file_digest: string;
	readonly validation: ReturnType<typeof toWireReport>;
	readonly metadata: ReplayArtifact["metadata"];
}

async function summarize(
	path: string,
	{ artifact, bytes, encoding, report }: ReplayFile & { readonly artifact: ReplayArtifact },
	{ signal }: Shell,
): Promise<Summary> {
	const { metadata, arrays } = artifact;
	const times = arrays.t.data;
	return {
		file: path,
		protocol: metadata.protocol,
		robot_id: metadata.robot_id,
		bridge_id: metadata.bridge_id ?? null,
		artifact_class: metadata.artifact_class ?? null,
		encoding,
		byte_count: String(bytes.length),
		tick_count: times.length,
		joint_count: arrays.joint_name.data.length,
		duration_s: times.length === 0 ? 0 : times[times.length - 1] - times[0],
		rate_hz: rateOf(times),
		gaps: gapsOf(report),
		arrays: summarizeArrays(artifact),
		content_digest: await contentDigest(artifact, { signal }),
		joint_order_digest: await jointOrderDigest(arrays.joint_name.data),
		file_digest: await sha256Id(bytes),
		validation: toWireReport(report),
		metadata,
	};
}

function rateOf(times: Float32Array | Float64Array): Summary["rate_hz"] {
	const steps = Float64Array.from(
		{ length: Math.max(0, times.length - 1) },
		(_, i) => times[i + 1] - times[i],
	)
		.filter((step) => step > 0)
		.sort();
	if (steps.length === 0) return null;
	return { median: 1 / steps[(steps.length - 1) >> 1], min: 1 / steps[steps.length - 1], max: 1 / steps[0] };
}

/** The gaps that judging found. */
function gapsOf({ diagnostics }: ValidationReport): Summary["gaps"] {
	return diagnostics
		.filter(({ code }) => code === "time-gap")
		.map(({ params }) => ({ frame: Number(params["frame"]), gap_s: Number(params["gap_s"]) }));
}

function summaryText(summary: Summary, report: ValidationReport): string {
	const { rate_hz, gaps, metadata } = summary;
	const rate =
		rate_hz &&
		`${shortNumber(rate_hz.median)} Hz (${shortNumber(rate_hz.min)} to ${shortNumber(rate_hz.max)})`;
	const facts = [
		["protocol", summary.protocol],
		["robot", summary.robot_id],
		["bridge", summary.bridge_id ?? "not declared"],
		["class", summary.artifact_class ?? "not declared"],
		["encoding", `${summary.encoding}, ${summary.byte_count} bytes`],
		["frames", String(summary.tick_count)],
		["joints", String(summary.joint_count)],
		["duration", `${shortNumber(summary.duration_s)} s`],
		["rate", rate ?? "unknown"],
		[
			"gaps",
			gaps.map(({ frame, gap_s }) => `${shortNumber(gap_s)} s before frame ${frame}`).join(", ") || "none",
		],
		["content digest", summary.content_digest],
		["joint order", summary.joint_order_digest],
		["file digest", summary.file_digest],
		["verdict", verdict(report)],
	];
	const sections = [
		printable(inputName(summary.file)),
		table(facts),
		`\narrays\n${table([["name", "dtype", "shape", "min", "max", "NaN"], ...summary.arrays.map(arrayRow)])}`,
		`\nmetadata\n${table(Object.entries(metadata).map(([key, value]) => [key, metadataText(value)]))}`,
	];
	const findings = findingLines(report);
	if (findings !== "") sections.push(`\nfindings\n${findings.trimEnd()}`);
	return `${sections.join("\n")}\n`;
}

function arrayRow({ name, dtype, shape, min, max, nan_share }: ArraySummary): string[] {
	const value = (bound: number | string | null) =>
		typeof bound === "number" ? shortNumber(bound) : (bound ?? "-");
	const share = nan_share === null ? "-" : `${shortNumber(100 * nan_share)} %`;
	return [
		name,
		dtype,
		`(${shape.join(", ")}${shape.length === 1 ? "," : ""})`,
		value(min),
		value(max),
		share,
	];
}

function metadataText(value: unknown): string {
	return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
