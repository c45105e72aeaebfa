import type { NpyArray } from "@hindcast/npz-safe";
import * as z from "zod/mini";
import { DocumentFault, parseDocument } from "../../json/json-document.ts";
import { JsonFault } from "../../json/json-scanner.ts";
import { replayLimits } from "../../limits.ts";
import { sortedJson } from "../../plain-document.ts";
import type { ConversionLog } from "../conversion-log.ts";

/** The protocol whose recordings this converts. */
const protocol = "live_pingpong.replay.v1";

/** Members that hold the metadata: as text that NumPy alone reads, and as bytes for browsers. */
export const metadataMembers: readonly string[] = ["meta_json_utf8", "meta_json"];

/** The format's units; a recording that declares others is not of it. */
const units: Readonly<Record<string, string>> = {
	time: "s",
	position: "m",
	velocity: "m/s",
	joint_position: "rad",
	joint_velocity: "rad/s",
};

/** What is taken from the metadata; `source`, a file's name, and all else stay behind. */
const metadataSchema = z.object({
	protocol: z.optional(z.string()),
	units: z.optional(z.record(z.string(), z.string())),
	quaternion_order: z.optional(z.string()),
	num_joints: z.optional(z.number()),
	recorded_ticks: z.optional(z.number()),
	recorded_duration_s: z.optional(z.number()),
	dt: z.optional(z.number()),
});

/** What is taken from the metadata of a recording. */
export type SourceMetadata = z.infer<typeof metadataSchema>;

/** Reads and judges the metadata of a recording; what contradicts the format is in the log. */
export function readSourceMetadata(
	members: ReadonlyMap<string, NpyArray>,
	log: ConversionLog,
): SourceMetadata {
	const found = metadataMembers.flatMap((name) => {
		const member = members.get(name);
		return member === undefined ? [] : [{ name, document: documentOf(member) }];
	});
	const [first] = found;
	if (first === undefined) {
		log.find("source-metadata-missing", { path: "/metadata", params: { expected: metadataMembers } });
		return {};
	}
	if (new Set(found.map(({ document }) => sortedJson(document ?? null))).size > 1) {
		log.find("source-metadata-conflict", { path: "/metadata", params: { arrays: metadataMembers } });
	}
	const { data, error } = metadataSchema.safeParse(first.document);
	if (error !== undefined) {
		log.find("source-protocol-unknown", {
			path: "/metadata",
			params: { expected: protocol, found: "unreadable" },
		});
		return {};
	}
	judge(data, log);
	log.step("dropped", {
		rule: "source-metadata-left-out",
		note: "all but units, counts and the nominal step",
	});
	return data;
}

function documentOf(member: NpyArray): unknown {
	try {
		if (member.dtype === "uint8" && member.shape.length === 1) return parse(member.data);
		if (member.dtype === "bytes" && member.data.length === 1) return parse(member.data[0]);
		if (member.dtype === "unicode" && member.data.length === 1) {
			return parse(new TextEncoder().encode(member.data[0]));
		}
		return null;
	} catch (error) {
		if (error instanceof JsonFault || error instanceof DocumentFault) return null;
		throw error;
	}
}

function parse(bytes: Uint8Array): unknown {
	return bytes.length > replayLimits.metadataBytes ? null : parseDocument(bytes, replayLimits.metadataDepth);
}

function judge(metadata: SourceMetadata, log: ConversionLog): void {
	if (metadata.protocol !== protocol) {
		const params = { expected: protocol, found: metadata.protocol ?? "none" };
		log.find("source-protocol-unknown", { path: "/metadata/protocol", params });
	}
	for (const [key, expected] of Object.entries(units)) {
		const found = metadata.units?.[key];
		if (found === undefined || found === expected) continue;
		log.find("source-unit-unknown", { path: `/metadata/units/${key}`, params: { key, expected, found } });
	}
	const { quaternion_order: found } = metadata;
	if (found !== undefined && found !== "wxyz") {
		const params = { key: "quaternion_order", expected: "wxyz", found };
		log.find("source-unit-unknown", { path: "/metadata/quaternion_order", params });
	}
}
