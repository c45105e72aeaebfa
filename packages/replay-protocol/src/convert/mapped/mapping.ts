import * as z from "zod";
import { jointTypeSchema } from "../../metadata.ts";

const nameSchema = z.string().min(1).max(256);

/** How numbers become those of the protocol: `unit` to SI, then `× scale + offset`. */
const conversionShape = {
	/** Unit in the source; without it the values are in the protocol's unit. */
	unit: z.string().optional(),
	/** Factor, such as -1 for a reversed axis. */
	scale: z.number().optional(),
	/** Added last, in the protocol's unit. */
	offset: z.number().optional(),
};

/** One column: a column of a table, or an array of an NPZ, with `index` one column of a two-dimensional one. */
const columnSchema = z.strictObject({
	source: nameSchema,
	index: z.number().int().nonnegative().optional(),
	...conversionShape,
});

/** A whole array: an array of an NPZ as it is, or columns side by side. */
const matrixSchema = z
	.strictObject({
		source: nameSchema.optional(),
		columns: z
			.array(z.union([nameSchema, columnSchema]))
			.min(1)
			.max(512)
			.optional(),
		...conversionShape,
	})
	.refine(({ source, columns }) => (source === undefined) !== (columns === undefined), {
		error: "name either source or columns",
	});

/** Text for each frame: from a column, one constant, or codes with labels. */
const textSchema = z
	.strictObject({
		source: nameSchema.optional(),
		index: z.number().int().nonnegative().optional(),
		constant: z.string().min(1).max(128).optional(),
		/** Code (decimal text) to label. */
		labels: z.record(z.string(), z.string()).optional(),
	})
	.refine(({ source, constant }) => (source === undefined) !== (constant === undefined), {
		error: "name either source or constant",
	});

const arraySchema = z
	.strictObject({
		source: nameSchema.optional(),
		columns: z
			.array(z.union([nameSchema, columnSchema]))
			.min(1)
			.max(512)
			.optional(),
		constant: z.string().max(256).optional(),
		labels: z.record(z.string(), z.string()).optional(),
		/** Order of a quaternion's components in the source; `wxyz` where absent. */
		quaternion_order: z.enum(["wxyz", "xyzw"]).optional(),
		/** What an x_ array from a table holds; numbers where absent. */
		type: z.enum(["float", "integer", "bool", "string"]).optional(),
		...conversionShape,
	})
	.refine(
		(array) => [array.source, array.columns, array.constant].filter((one) => one !== undefined).length === 1,
		{
			error: "name one of source, columns and constant",
		},
	);

/** How a generic NPZ or CSV becomes a replay: a wire document, snake_case. `CONVERTING.md` explains each key. */
export const replayMappingSchema = z.strictObject({
	mapping: z.literal("hindcast.replay-mapping/1"),
	robot_id: z.string().min(1).optional(),
	bridge_id: z.string().min(1).optional(),
	source_label: z.string().optional(),
	/** How a table is written; not for an NPZ. */
	csv: z
		.strictObject({
			delimiter: z.enum([",", ";", "\t", "|", " "]).optional(),
			/** Names of the columns, for a table without a header row. */
			columns: z.array(nameSchema).min(1).optional(),
			/** Lines that begin with this are left out. */
			comment: z.string().length(1).optional(),
		})
		.optional(),
	/** Time of each frame; the first becomes 0 unless `rebase` is false. */
	time: z.strictObject({
		source: nameSchema,
		index: z.number().int().nonnegative().optional(),
		unit: z.string().optional(),
		rebase: z.boolean().optional(),
	}),
	/** The joints in the replay's order. */
	joints: z
		.array(
			z.strictObject({
				name: z.string().min(1),
				/** `revolute` where absent; decides the unit. */
				type: jointTypeSchema.optional(),
				/** Column in the arrays of `joint_arrays`; the place in this list where absent. */
				index: z.number().int().nonnegative().optional(),
				/** Factor on position, velocity and torque, such as -1. */
				scale: z.number().optional(),
				/** Added to the position after the factor, rad or m. */
				offset: z.number().optional(),
				position: columnSchema.optional(),
				velocity: columnSchema.optional(),
				torque: columnSchema.optional(),
			}),
		)
		.min(1)
		.max(512),
	/** Arrays with a column for each joint, used for the joints that name no column of their own. */
	joint_arrays: z
		.strictObject({
			position: matrixSchema.optional(),
			velocity: matrixSchema.optional(),
			torque: matrixSchema.optional(),
		})
		.optional(),
	mode: textSchema,
	/** Ids of the frames; the frame's number where absent. */
	frame_id: z
		.strictObject({ source: nameSchema, index: z.number().int().nonnegative().optional() })
		.optional(),
	/** Optional arrays of the protocol, and `x_` arrays. */
	arrays: z.record(z.string(), arraySchema).optional(),
});

/** How a generic NPZ or CSV becomes a replay. */
export type ReplayMapping = z.infer<typeof replayMappingSchema>;
