import * as z from "zod/mini";

/** Who asks for a write. */
export const requesterSchema = z.object({
	kind: z.string().check(z.minLength(1), z.maxLength(64)),
	id: z.string().check(z.minLength(1), z.maxLength(128)),
});
