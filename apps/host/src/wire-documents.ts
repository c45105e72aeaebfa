/** What the documents of this host add to the shared ones of `@hindcast/replay-protocol/http`. */
import {
	importReceiptSchema,
	importRequestSchema,
	importResponseSchema,
	int64StringSchema,
	replayDetailSchema,
	replaySummarySchema,
} from "@hindcast/replay-protocol/http";
import * as z from "zod";

/** A 64-bit integer as a decimal string, within its bounds. */
export const int64Schema = int64StringSchema.refine(isInt64);

/** Runs also on texts that are no number: zod goes on after a failed pattern. */
function isInt64(text: string): boolean {
	if (!/^-?\d{1,19}$/.test(text)) return false;
	const value = BigInt(text);
	return value === BigInt.asIntN(64, value);
}

/** What an import asks for, its time within 64 bits. */
export const takenRequestSchema = importRequestSchema.extend({ now_ms: int64Schema });

/** The answer to an import: the receipt also says how the standing replay is labelled and for whom it is. */
export const importAnswerSchema = importResponseSchema.extend({
	receipt: importReceiptSchema.extend({
		label: z.string(),
		visibility: replaySummarySchema.shape.visibility,
	}),
});

/** The answer to an import. */
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

/** One replay, and which of its receipts and annotations could not be read. */
export const detailAnswerSchema = replayDetailSchema.extend({
	/** Absent where all receipts and annotations were read. */
	unreadable: z
		.object({
			/** How many could not be read, or have names that are not answered. */
			count: z.number().int(),
			/** Places of those whose names are safe to answer, relative to the robot's book. */
			paths: z.array(z.string()),
		})
		.optional(),
});

/** One replay, and which of its receipts and annotations could not be read. */
export type DetailAnswer = z.infer<typeof detailAnswerSchema>;
