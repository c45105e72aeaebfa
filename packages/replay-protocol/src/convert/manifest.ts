import * as z from "zod/mini";
import { digestSchema, int64StringSchema } from "../evidence/identifiers.ts";
import { artifactClassSchema } from "../metadata.ts";
import { ConvertError } from "./errors.ts";
import { fileDigest } from "./input-bytes.ts";

/** One thing that a conversion did to the data. Its `rule` is in the table of `CONVERTING.md`. */
const conversionStepSchema = z.object({
	rule: z.string(),
	/** Arrays of the replay that it concerns. */
	arrays: z.optional(z.array(z.string())),
	/** Joints that it concerns. */
	joints: z.optional(z.array(z.string())),
	/** How many frames, or values, it concerns. */
	frames: z.optional(z.int()),
	first_frame_id: z.optional(z.string()),
	last_frame_id: z.optional(z.string()),
	/** Unit, order or origin in the source. */
	from: z.optional(z.string()),
	/** Unit or order in the replay. */
	to: z.optional(z.string()),
	/** What is meant, where the rule alone does not say. */
	note: z.optional(z.string()),
});

/** One thing that a conversion did to the data. */
export type ConversionStep = z.infer<typeof conversionStepSchema>;

/** A file that a conversion gave. */
const conversionFileSchema = z.object({
	/** Its name, without a folder. */
	name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)),
	byte_count: int64StringSchema,
	sha256: digestSchema,
});

/** The manifest of a conversion: what went in, what was done to it, what came out. It names no path and no source file. */
export const conversionManifestSchema = z.object({
	manifest: z.literal("hindcast.conversion/1"),
	protocol: z.literal("moonrobo.replay.v1"),
	converter: z.object({ name: z.string(), version: z.string() }),
	source: z.object({
		kind: z.enum(["telemetry-frames", "live-pingpong", "mapped-npz", "mapped-csv"]),
		/** Frames or rows of the source. */
		frame_count: z.int(),
		/** Of the source's bytes, where the source is one file. */
		sha256: z.optional(digestSchema),
	}),
	source_label: z.string(),
	robot_id: z.string(),
	bridge_id: z.optional(z.string()),
	artifact_class: artifactClassSchema,
	visibility: z.enum(["public", "private"]),
	duration_s: z.number(),
	/** Frames, T. */
	tick_count: z.int(),
	/** Joints, J. */
	joint_count: z.int(),
	joint_order_digest: digestSchema,
	content_digest: digestSchema,
	model_source_digest: z.optional(digestSchema),
	arrays: z.array(z.object({ name: z.string(), dtype: z.string(), shape: z.array(z.int()) })),
	/** What is in the replay and was not in the source. */
	filled: z.array(conversionStepSchema),
	/** What was in the source and is not in the replay. */
	dropped: z.array(conversionStepSchema),
	/** What is in other units, another order or another type than in the source, with the same meaning. */
	converted: z.array(conversionStepSchema),
	/** What was set right. */
	repairs: z.array(conversionStepSchema),
	/** What was left out of a public replay, and by which rule. */
	redactions: z.array(z.object({ path: z.string(), rule: z.string() })),
	/** The generated files; empty until `conversionManifest` names them. */
	files: z.array(conversionFileSchema),
});

/** The manifest of a conversion. */
export type ConversionManifest = z.infer<typeof conversionManifestSchema>;

/** A file about to be written, or written. */
export interface GeneratedFile {
	/** Its name, without a folder: letters, digits, `.`, `_`, `-`. */
	readonly name: string;
	/** Its whole content. */
	readonly bytes: Uint8Array;
}

/**
 * The manifest with the generated files named, counted and digested: what to write beside them.
 *
 * @throws ConvertError `option-invalid` for a name that is none of a file, or is there twice
 */
export function conversionManifest(
	manifest: ConversionManifest,
	files: readonly GeneratedFile[],
): ConversionManifest {
	const listed = files.map(({ name, bytes }) => {
		return { name, byte_count: String(bytes.length), sha256: fileDigest(bytes) };
	});
	for (const [index, file] of listed.entries()) {
		const isFirst = listed.findIndex(({ name }) => name === file.name) === index;
		if (isFirst && conversionFileSchema.safeParse(file).success) continue;
		throw new ConvertError("option-invalid", `files/${index}`, {
			reason: "the name is no file name, or is repeated",
		});
	}
	return { ...manifest, files: listed };
}
