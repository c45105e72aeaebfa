import { basename, resolve } from "node:path";
import { sha256Id } from "@hindcast/canonical-json";
import { contentDigest, type ReplayEncoding, readReplay, writeReplay } from "@hindcast/replay-protocol";
import { type ConvertResult, conversionManifest } from "@hindcast/replay-protocol/convert";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type ConvertArguments, convertOptions, convertSource, kinds } from "../convert-source.ts";
import { documentText } from "../document-text.ts";
import { encodingOf } from "../encoding.ts";
import { type ExitCode, exitCode } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { inputName, standardStream } from "../input.ts";
import { checkTarget, type Target, writeResults } from "../output.ts";
import { requireReplay } from "../read-file.ts";
import { findingLines, verdict } from "../report-text.ts";
import { type Command, type Shell, write } from "../shell.ts";

/** Makes replays of other recordings, and of replays in another encoding. */
export const convert: Command = {
	name: "convert",
	summary: "make a replay of another recording, or of a replay in another encoding",
	usage: `Usage: hindcast convert telemetry FOLDER|FILE -o OUT [options]
       hindcast convert livepingpong FILE -o OUT --robot-id ID --joint-names A,B,... [options]
       hindcast convert npz|csv FILE -o OUT --mapping FILE [options]
       hindcast convert FILE -o OUT [--encoding NAME] [--force]

Makes a replay of telemetry frames (the folder of a session, or one JSON array of frames), of a LivePingPong recording, or
of any NPZ or CSV by a mapping document; or writes a replay again in another encoding, with the same content digest.
A file is - for standard input. Prints the manifest: what was filled, dropped, converted and repaired.

  -o, --output OUT         the replay; - is standard output, and no manifest is printed
      --encoding NAME      json, npz or msgpack; by the name of OUT where absent
      --force              replace OUT and the manifest; a source is never replaced
      --manifest FILE      write the manifest there instead of printing it
      --mapping FILE       the mapping document of npz and csv
      --fill RULE          where a joint has no position: fail (where absent), hold the last one, or drop-frame
      --robot FILE         a robot.json: its id, bridge and joint order, where the options below do not say them
      --robot-id ID        the robot, where the source does not name it
      --bridge-id ID       the bridge, likewise
      --joint-order A,B    the order of the replay's joints; the source's where absent
      --joint-names A,B    names for a source that has none, in its order
      --model FILE         the robot's URDF, for its digest
      --source-label TEXT  where the data is from, in words that may be public
      --exported-at TIME   RFC 3339 in UTC; now where absent
      --simulated          a mock or a simulator made the source; so too where --robot names such a bridge, or where the
                           frames say so themselves (operator_input.source)
      --public             make a public replay
      --neutral            write absent optional arrays with neutral values
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("convert", args, convertOptions);
		const { output } = values;
		if (output === undefined) throw usageFailure("convert needs -o OUT", "See hindcast convert --help.");
		const kind = kinds.find((word) => word === positionals[0]);
		const path = onlyPositional("convert", kind ? positionals.slice(1) : positionals, "file");
		const encoding = encodingOf(values.encoding, output);
		const inputs = [path, values.mapping, values.model, values.robot].filter((file) => file !== undefined);
		const target = { path: output, force: values.force === true, inputs };
		await checkTarget(target);
		if (kind === undefined) return await encodeAgain(path, { target, encoding, values }, shell);
		const beside = await manifestTarget(values, target);
		const result = await convertSource(kind, path, values, shell);
		return await writeConverted(result, { path, encoding, target, beside }, shell);
	},
};

/** Where the manifest goes, where that is a file. */
async function manifestTarget(values: ConvertArguments, target: Target): Promise<Target | undefined> {
	if (values.manifest === undefined) return undefined;
	if (resolve(values.manifest) === resolve(target.path)) {
		throw usageFailure("the manifest and the replay are one file", "Name two files.");
	}
	const beside = { ...target, path: values.manifest };
	await checkTarget(beside);
	return beside;
}

interface EncodingAgain {
	readonly target: Target;
	readonly encoding: ReplayEncoding;
	readonly values: ConvertArguments;
}

/** Writes a replay in another encoding, and proves on the bytes that it says the same. */
async function encodeAgain(
	path: string,
	{ target, encoding, values }: EncodingAgain,
	shell: Shell,
): Promise<ExitCode> {
	const misplaced = Object.keys(values).find((name) => !["output", "encoding", "force"].includes(name));
	if (misplaced !== undefined) {
		throw usageFailure(
			`--${misplaced} needs a kind of source: ${kinds.join(", ")}`,
			"See hindcast convert --help.",
		);
	}
	const { artifact, report } = await requireReplay(path, shell);
	await write(shell.stderr, findingLines(report));
	const bytes = writeReplay(artifact, { encoding });
	const digest = await contentDigest(artifact, { signal: shell.signal });
	await requireDigest(bytes, digest, shell);
	await writeResults([{ target, content: bytes }], shell);
	if (target.path !== standardStream) {
		await write(shell.stdout, `content_digest ${digest}\nfile_digest ${await sha256Id(bytes)}\n`);
	}
	return exitCode.ok;
}

async function requireDigest(bytes: Uint8Array, digest: string, { signal }: Shell): Promise<void> {
	const { artifact } = await readReplay(bytes, { scope: "content", signal });
	if (artifact !== undefined && (await contentDigest(artifact, { signal })) === digest) return;
	throw new Error("the written replay does not say what was read");
}

/** What may still be chosen where nothing but positions and vectors of frames is missing. */
const fillable = ["joint-missing", "frame-vector-malformed"];

function blockedHint({ diagnostics }: ConvertResult["report"]): string {
	const blocking = diagnostics.filter(({ severity }) => severity === "blocking");
	return blocking.every(({ code }) => fillable.includes(code))
		? "Repair the source, or choose another --fill."
		: "Repair what blocks: each finding above says how.";
}

interface Converted {
	/** The source. */
	readonly path: string;
	readonly encoding: ReplayEncoding;
	readonly target: Target;
	/** Where the manifest goes; standard output where absent. */
	readonly beside: Target | undefined;
}

async function writeConverted(
	{ artifact, manifest, report }: ConvertResult,
	{ path, encoding, target, beside }: Converted,
	shell: Shell,
): Promise<ExitCode> {
	await write(shell.stderr, findingLines(report));
	if (artifact === undefined || manifest === undefined) {
		throw new Failure({
			code: "blocked",
			message: `${inputName(path)}: ${verdict(report)}`,
			hint: blockedHint(report),
			exit: exitCode.blocked,
		});
	}
	const bytes = writeReplay(artifact, { encoding });
	const isFile = target.path !== standardStream;
	const name = isFile ? basename(target.path) : `replay.${encoding}`;
	const text = documentText(conversionManifest(manifest, [{ name, bytes }]));
	const replay = { target, content: bytes };
	// The manifest first: a replay that has its name has its manifest.
	await writeResults(beside === undefined ? [replay] : [{ target: beside, content: text }, replay], shell);
	if (beside === undefined && isFile) await write(shell.stdout, text);
	return exitCode.ok;
}
