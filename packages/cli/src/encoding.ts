import { extname } from "node:path";
import type { ReplayEncoding } from "@hindcast/replay-protocol";
import { oneOf } from "./arguments.ts";
import { usageFailure } from "./failure.ts";

const encodings = ["json", "npz", "msgpack"] as const satisfies readonly ReplayEncoding[];

/**
 * The encoding to write: the one that was asked for, else the one that the name ends with, else `otherwise`.
 *
 * @throws Failure `usage` where none of them says it, or where two contradict each other
 */
export function encodingOf(
	asked: string | undefined,
	path: string,
	otherwise?: ReplayEncoding,
): ReplayEncoding {
	const wanted = oneOf("encoding", asked, encodings);
	const named = encodings.find((encoding) => extname(path) === `.${encoding}`);
	if (wanted !== undefined && named !== undefined && wanted !== named) {
		throw usageFailure(`--encoding ${wanted} contradicts the name ${path}`, "Leave one of them out.");
	}
	const encoding = wanted ?? named ?? otherwise;
	if (encoding !== undefined) return encoding;
	throw usageFailure(`${path} does not say its encoding`, `Add --encoding ${encodings.join(", ")}.`);
}
