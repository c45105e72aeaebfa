import { privacyCodes } from "../report/privacy-codes.ts";
import type { Cases } from "./cases.ts";

/** For each code of its table, inputs that give it. */
export const privacyCases = Object.fromEntries(
	Object.keys(privacyCodes).map((code) => [code, []]),
) as unknown as Cases<keyof typeof privacyCodes>;
