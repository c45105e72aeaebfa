import * as z from "zod/mini";

/** 64-bit integer as a decimal string: every `*_at_ms` and `byte_count` on the wire. */
export const int64StringSchema = z.string().check(z.regex(/^-?(0|[1-9][0-9]{0,18})$/), z.refine(isInt64));

/** Runs also on texts that are no number: zod goes on after a failed pattern. */
function isInt64(text: string): boolean {
	return /^-?\d{1,19}$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text));
}

/** An id that may become a file name. */
export const safeIdSchema = z.string().check(
	z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
	z.refine((id) => !id.includes("..")),
);

/** `sha256:` and 64 lowercase hex digits. */
export const digestSchema = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/));
