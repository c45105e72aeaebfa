import * as z from "zod";

/** Who asks for a write. */
export const requesterSchema = z.object({ kind: z.string().min(1).max(64), id: z.string().min(1).max(128) });
