import { diagnosticCodes } from "@hindcast/replay-protocol";
import { convertCodes } from "@hindcast/replay-protocol/convert";

/** Hints of the packages that speak to callers of a library, as they are said to users of this program. */
const spoken: ReadonlyMap<string, string> = new Map([
	["private-metadata-key", "Make a public copy with hindcast sanitize, which keeps the public part only."],
	[
		"joint-missing",
		"Record the position; or convert with --fill drop-frame, or with --fill hold where an earlier frame has it: either is in the manifest.",
	],
	[
		"frame-vector-malformed",
		"Correct the recorder, leave the vector out, or convert with --fill drop-frame.",
	],
	[
		"joint-index-varies",
		"Name the order with --joint-order or --robot, so that it does not rest on indices.",
	],
	[
		"joint-unmeasured",
		"Spell the joint as the source does, or leave it out of --joint-order or the mapping.",
	],
	["artifact-unsound", "See hindcast validate FILE: it names each fault."],
	["option-missing", "Give the named option: the source does not hold it and it is never guessed."],
]);

const known: ReadonlyMap<string, string> = new Map(
	Object.entries({ ...diagnosticCodes, ...convertCodes }).map(([code, { hint }]) => [code, hint]),
);

/** How to repair what a code of a finding names; undefined for a code of a newer package. */
export function hintOf(code: string): string | undefined {
	return spoken.get(code) ?? known.get(code);
}

/** The hint of a package's error, as it is said here. */
export function spokenHint(code: string, hint: string): string {
	return spoken.get(code) ?? hint;
}

/** What the converters call an option, and what the program does. */
const options: ReadonlyMap<string, string> = new Map([
	["robotId", "--robot-id"],
	["bridgeId", "--bridge-id"],
	["jointOrder", "--joint-order"],
	["jointNames", "--joint-names"],
	["sourceLabel", "--source-label"],
	["exportedAt", "--exported-at"],
	["modelSourceDigest", "--model"],
	["artifactClass", "--simulated"],
]);

/** A message that begins with an option of the converters, with the program's option instead. */
export function spokenMessage(message: string): string {
	const [, name = ""] = /^(\w+): /.exec(message) ?? [];
	const option = options.get(name);
	return option === undefined ? message : option + message.slice(name.length);
}
