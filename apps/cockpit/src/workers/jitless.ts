/**
 * Tells zod to build no code at run time, as our content security policy asks.
 *
 * Imported first by the page and by every worker: zod tries `eval` as soon as the first object schema is made.
 */
import { z } from "zod";

z.config({ jitless: true });
