import * as z from "zod/mini";
import { jointTypeSchema } from "../../metadata.ts";

const nameSchema = z.string().check(z.minLength(1), z.maxLength(256));

/** Values by name. A record passes over the name `__proto__`; here nothing is passed over. */
function namedSchema<Value extends z.ZodMiniType>(valueSchema: Value) {
	const record = z.record(z.string(), valueSchema);
	const named = z.custom<z.input<typeof record>>().check(
		z.refine((given) => typeof given !== "object" || given === null || !Object.hasOwn(given, "__proto__"), {
			error: "no name of an array or a code",
			path: ["__proto__"],
		}),
	);
	return z.pipe(named, record);
}

/** How numbers become those of the protocol: `unit` to SI, then `× scale + offset`. */
const conversionShape = {
	/** Unit in the source; without it the values are in the protocol's unit. */
	unit: z.optional(z.string()),
	/** Factor, such as -1 for a reversed axis. */
	scale: z.optional(z.number()),
	/** Added last, in the protocol's unit. */
	offset: z.optional(z.number()),
};

/** One column: a column of a table, or an array of an NPZ, with `index` one column of a two-dimensional one. */
const columnSchema = z.strictObject({
	source: nameSchema,
	index: z.optional(z.int().check(z.nonnegative())),
	...conversionShape,
});

/** Columns side by side. */
const columnsSchema = z.array(z.union([nameSchema, columnSchema])).check(z.minLength(1), z.maxLength(512));

/** A whole array: an array of an NPZ as it is, or columns side by side. */
const matrixSchema = z
	.strictObject({
		source: z.optional(nameSchema),
		columns: z.optional(columnsSchema),
		...conversionShape,
	})
	.check(
		z.refine(({ source, columns }) => (source === undefined) !== (columns === undefined), {
			error: "name either source or columns",
		}),
	);

/** Text for each frame: from a column, one constant, or codes with labels. */
const textSchema = z
	.strictObject({
		source: z.optional(nameSchema),
		index: z.optional(z.int().check(z.nonnegative())),
		constant: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
		/** Code (decimal text) to label. */
		labels: z.optional(namedSchema(z.string())),
	})
	.check(
		z.refine(({ source, constant }) => (source === undefined) !== (constant === undefined), {
			error: "name either source or constant",
		}),
	);

const arraySchema = z
	.strictObject({
		source: z.optional(nameSchema),
		columns: z.optional(columnsSchema),
		constant: z.optional(z.string().check(z.maxLength(256))),
		labels: z.optional(namedSchema(z.string())),
		/** Order of a quaternion's components in the source; `wxyz` where absent. */
		quaternion_order: z.optional(z.enum(["wxyz", "xyzw"])),
		/** What an x_ array from a table holds; numbers where absent. */
		type: z.optional(z.enum(["float", "integer", "bool", "string"])),
		...conversionShape,
	})
	.check(
		z.refine(
			(array) =>
				[array.source, array.columns, array.constant].filter((one) => one !== undefined).length === 1,
			{ error: "name one of source, columns and constant" },
		),
	);

/** How a generic NPZ or CSV becomes a replay: a wire document, snake_case. `CONVERTING.md` explains each key. */
export const replayMappingSchema = z.strictObject({
	mapping: z.literal("hindcast.replay-mapping/1"),
	robot_id: z.optional(z.string().check(z.minLength(1))),
	bridge_id: z.optional(z.string().check(z.minLength(1))),
	source_label: z.optional(z.string()),
	/** How a table is written; not for an NPZ. */
	csv: z.optional(
		z.strictObject({
			delimiter: z.optional(z.enum([",", ";", "\t", "|", " "])),
			/** Names of the columns, for a table without a header row. */
			columns: z.optional(z.array(nameSchema).check(z.minLength(1))),
			/** Lines that begin with this are left out. */
			comment: z.optional(z.string().check(z.length(1))),
		}),
	),
	/** Time of each frame; the first becomes 0 unless `rebase` is false. */
	time: z.strictObject({
		source: nameSchema,
		index: z.optional(z.int().check(z.nonnegative())),
		unit: z.optional(z.string()),
		rebase: z.optional(z.boolean()),
	}),
	/** The joints in the replay's order. */
	joints: z
		.array(
			z.strictObject({
				name: z.string().check(z.minLength(1)),
				/** `revolute` where absent; decides the unit. */
				type: z.optional(jointTypeSchema),
				/** Column in the arrays of `joint_arrays`; the place in this list where absent. */
				index: z.optional(z.int().check(z.nonnegative())),
				/** Factor on position, velocity and torque, such as -1. */
				scale: z.optional(z.number()),
				/** Added to the position after the factor, rad or m. */
				offset: z.optional(z.number()),
				position: z.optional(columnSchema),
				velocity: z.optional(columnSchema),
				torque: z.optional(columnSchema),
			}),
		)
		.check(z.minLength(1), z.maxLength(512)),
	/** Arrays with a column for each joint, used for the joints that name no column of their own. */
	joint_arrays: z.optional(
		z.strictObject({
			position: z.optional(matrixSchema),
			velocity: z.optional(matrixSchema),
			torque: z.optional(matrixSchema),
		}),
	),
	mode: textSchema,
	/** Ids of the frames; the frame's number where absent. */
	frame_id: z.optional(
		z.strictObject({ source: nameSchema, index: z.optional(z.int().check(z.nonnegative())) }),
	),
	/** Optional arrays of the protocol, and `x_` arrays. */
	arrays: z.optional(namedSchema(arraySchema)),
});

/** How a generic NPZ or CSV becomes a replay. */
export interface ReplayMapping extends z.infer<typeof replayMappingSchema> {}
