import { en } from "zod/locales";

/**
 * What to hand to `safeParse` where an issue's message is shown: the message says what was expected and what was there.
 * The schemas are made with `zod/mini`, which alone says "Invalid input" of everything.
 */
export const issueWords = { error: en().localeError };
