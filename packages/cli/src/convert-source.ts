import {
	type ConvertOptions,
	type ConvertResult,
	convertLivePingPong,
	convertMapped,
	convertTelemetryFrames,
	isConvertError,
	type ReplayMapping,
} from "@hindcast/replay-protocol/convert";
import { modelSourceDigest } from "@hindcast/robot-model";
import { oneOf, type Parsed } from "./arguments.ts";
import { exitCode } from "./exit-codes.ts";
import { Failure, inFile, usageFailure } from "./failure.ts";
import { inputName, readInput, readJsonDocument } from "./input.ts";
import { createProgress } from "./progress.ts";
import { readRobotProfile } from "./robot-profile.ts";
import type { Shell } from "./shell.ts";
import { isFolder, telemetryFrames } from "./telemetry-folder.ts";

/** Kinds of sources, as the command line names them. */
export const kinds = ["telemetry", "livepingpong", "npz", "csv"] as const;

/** The options of `convert`. */
export const convertOptions = {
	output: { type: "string", short: "o" },
	encoding: { type: "string" },
	force: { type: "boolean" },
	manifest: { type: "string" },
	mapping: { type: "string" },
	fill: { type: "string" },
	robot: { type: "string" },
	"robot-id": { type: "string" },
	"bridge-id": { type: "string" },
	"joint-order": { type: "string" },
	"joint-names": { type: "string" },
	model: { type: "string" },
	"source-label": { type: "string" },
	"exported-at": { type: "string" },
	simulated: { type: "boolean" },
	public: { type: "boolean" },
	neutral: { type: "boolean" },
} as const;

/** What the options of `convert` were given. */
export type ConvertArguments = Parsed<typeof convertOptions>["values"];

/** Converts one source, with progress. */
export async function convertSource(
	kind: (typeof kinds)[number],
	path: string,
	values: ConvertArguments,
	shell: Shell,
): Promise<ConvertResult> {
	const mapping = await readMapping(kind, values.mapping, shell);
	const progress = createProgress(inputName(path), shell);
	const options = { ...(await optionsOf(values, shell)), signal: shell.signal, onProgress: progress.show };
	try {
		return await inFile(inputName(path), async () => {
			if (kind === "telemetry") return await convertTelemetry(path, options, shell);
			const bytes = await readInput(path, shell);
			if (mapping === undefined) return await convertLivePingPong(bytes, options);
			requireKind(kind, bytes);
			return await convertMapped(bytes, mapping, options);
		});
	} finally {
		progress.end();
	}
}

/** The mapping document, of the kinds that need one. The converter checks it and names what is wrong with it. */
async function readMapping(
	kind: (typeof kinds)[number],
	path: string | undefined,
	shell: Shell,
): Promise<ReplayMapping | undefined> {
	const isMapped = kind === "npz" || kind === "csv";
	if (isMapped && path === undefined) {
		throw usageFailure(`${kind} needs --mapping FILE`, "See hindcast convert --help.");
	}
	if (!isMapped && path !== undefined)
		throw usageFailure(`${kind} takes no --mapping`, "Only npz and csv do.");
	return path === undefined ? undefined : ((await readJsonDocument(path, shell)) as ReplayMapping);
}

async function convertTelemetry(path: string, options: ConvertOptions, shell: Shell): Promise<ConvertResult> {
	if (await isFolder(path)) return await convertFolder(path, options, shell);
	return await convertTelemetryFrames(await readInput(path, shell), options);
}

/** Converts a folder of frames; a frame that is refused is told by the name of its file. */
async function convertFolder(folder: string, options: ConvertOptions, shell: Shell): Promise<ConvertResult> {
	let path = folder;
	const frames = telemetryFrames(folder, shell, (name) => {
		path = name;
	});
	try {
		return await convertTelemetryFrames(frames, options);
	} catch (error) {
		if (!isConvertError(error) || !/^\/frames\/\d/.test(error.place)) throw error;
		const { code, message, hint } = error;
		const said = message.replace(/^\/frames\/\d+/, "").replace(/^: /, "");
		throw new Failure({ code, message: `${path}: ${said}`, hint, exit: exitCode.blocked });
	}
}

/** An archive is not read as a table, nor a table as an archive. */
function requireKind(kind: (typeof kinds)[number], bytes: Uint8Array): void {
	const isNpz = bytes[0] === 0x50 && bytes[1] === 0x4b;
	if (isNpz === (kind === "npz")) return;
	throw new Failure({
		code: "source-other-kind",
		message: isNpz ? "the source is an NPZ" : "the source is no NPZ",
		hint: isNpz ? "Convert it as npz." : "Convert it as csv, or save it with numpy.savez.",
		exit: exitCode.blocked,
	});
}

async function optionsOf(values: ConvertArguments, shell: Shell): Promise<ConvertOptions> {
	const profile = values.robot === undefined ? {} : await readRobotProfile(values.robot, shell);
	const digest =
		values.model === undefined ? undefined : await modelSourceDigest(await readInput(values.model, shell));
	return present({
		robotId: values["robot-id"] ?? profile.id,
		bridgeId: values["bridge-id"] ?? profile.bridge?.id,
		jointOrder: listOf("joint-order", values["joint-order"]) ?? profile.jointOrder,
		jointNames: listOf("joint-names", values["joint-names"]),
		fill: oneOf("fill", values.fill, ["fail", "hold", "drop-frame"]),
		modelSourceDigest: digest,
		sourceLabel: values["source-label"],
		exportedAt: values["exported-at"] ?? new Date(shell.now()).toISOString(),
		artifactClass: values.simulated || profile.isSimulated ? "simulated" : undefined,
		profile: values.public ? "public" : undefined,
		neutral: values.neutral,
	});
}

/** An object without the keys that have no value. */
function present<Fields extends object>(
	fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
	};
}

function listOf(name: string, value: string | undefined): readonly string[] | undefined {
	if (value === undefined) return undefined;
	const names = value.split(",");
	if (names.includes(""))
		throw usageFailure(`--${name} has an empty name`, "Write names with commas between them.");
	return names;
}
