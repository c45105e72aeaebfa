import { linkageCodes } from "../report/linkage-codes.ts";
import type { Cases } from "./cases.ts";

/** For each code of its table, inputs that give it. */
export const linkageCases = Object.fromEntries(
	Object.keys(linkageCodes).map((code) => [code, []]),
) as unknown as Cases<keyof typeof linkageCodes>;
