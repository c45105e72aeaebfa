import {
	type PublicReplay,
	toWireReport,
	type ValidationReport,
	writePublicReplay,
} from "@hindcast/replay-protocol";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { encodingOf } from "../encoding.ts";
import { exitCode } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { standardStream } from "../input.ts";
import { checkTarget, writeResults } from "../output.ts";
import { requireReplay } from "../read-file.ts";
import { verdict } from "../report-text.ts";
import { type Command, write } from "../shell.ts";
import { printable } from "../text.ts";

/** Makes a public copy of a replay. */
export const sanitize: Command = {
	name: "sanitize",
	summary: "make a public copy of a replay, and say what was left out",
	usage: `Usage: hindcast sanitize FILE -o OUT [--encoding json|npz|msgpack] [--force] [--json]

Makes a public copy: metadata reduced to the public keys, private texts left out or replaced. The finished bytes are read
again and judged as public before they get their name. Prints every redaction, its place and its rule, never the value; and
what FILE holds outside the replay, such as comments of an archive and unknown keys, which no copy carries.

  -o, --output OUT     the public file; - is standard output, and the redactions go to standard error
      --encoding NAME  json, npz or msgpack; by the name of OUT where absent, else as FILE is
      --force          replace OUT; FILE itself is never replaced
      --json           one JSON object: redactions, not_carried, and the report as the host sends it

Ends with 1 when no public copy can be made; nothing is written then.
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("sanitize", args, {
			output: { type: "string", short: "o" },
			encoding: { type: "string" },
			force: { type: "boolean" },
			json: { type: "boolean" },
		});
		const path = onlyPositional("sanitize", positionals, "file");
		if (values.output === undefined)
			throw usageFailure("sanitize needs -o OUT", "See hindcast sanitize --help.");
		const target = { path: values.output, force: values.force === true, inputs: [path] };
		await checkTarget(target);
		const { artifact, encoding, report } = await requireReplay(path, shell);
		const { signal } = shell;
		const outside = outsideOf(report);
		const result = await writePublicReplay(artifact, {
			encoding: encodingOf(values.encoding, target.path, encoding ?? undefined),
			signal,
		});
		await writeResults([{ target, content: result.bytes }], shell);
		const told = target.path === standardStream ? shell.stderr : shell.stdout;
		await write(told, values.json ? jsonText(result, outside) : redactionText(result, outside));
		return exitCode.ok;
	},
};

/** What a file holds besides its replay, which every copy is without. */
interface Outside {
	/** Places, without what is there. */
	readonly places: readonly string[];
	/** Whether the report left some of them out. */
	readonly isCut: boolean;
}

/** Places of the container, and content that the protocol does not know, from the report on the file. */
function outsideOf({ diagnostics }: ValidationReport): Outside {
	const found = diagnostics.filter(
		({ code, path, params }) =>
			path.startsWith("/container/") ||
			code === "array-ignored" ||
			(code === "private-metadata-key" && params["kind"] === "foreign"),
	);
	return {
		places: [...new Set(found.map(({ path }) => path))],
		isCut: found.some(({ params }) => params["suppressed"] !== undefined),
	};
}

function jsonText({ redactions, report }: PublicReplay, { places }: Outside): string {
	const validation = toWireReport(report);
	return `${JSON.stringify({ redactions, not_carried: places, validation })}\n`;
}

function redactionText({ redactions, report }: PublicReplay, { places, isCut }: Outside): string {
	const lines = [
		...redactions.map(({ path, rule }) => `${printable(path)}: ${rule}`),
		...places.map((path) => `${printable(path)}: outside the replay, not carried`),
		...(isCut ? ["and more outside the replay, not carried"] : []),
	];
	const count = redactions.length + places.length;
	const least = isCut ? "at least " : "";
	return `${lines.map((line) => `${line}\n`).join("")}${least}${count} left out or replaced; the copy is ${verdict(report)}\n`;
}
