import { type ReplayContext, toWireReport, type ValidationReport } from "@hindcast/replay-protocol";
import { parseArguments } from "../arguments.ts";
import { readContext } from "../context.ts";
import { type ExitCode, exitCode } from "../exit-codes.ts";
import { explain, failureLines, usageFailure } from "../failure.ts";
import { inputName } from "../input.ts";
import { readReplayFile } from "../read-file.ts";
import { findingLines, verdict } from "../report-text.ts";
import { type Command, type Shell, write } from "../shell.ts";
import { printable } from "../text.ts";

interface Judging {
	readonly context: ReplayContext;
	readonly isPublic: boolean;
	readonly isStrict: boolean;
	readonly asJson: boolean;
}

/** Judges replays by every rule of the protocol. */
export const validate: Command = {
	name: "validate",
	summary: "judge replays by every rule of the protocol",
	usage: `Usage: hindcast validate FILE... [options]

Judges replays (JSON, NPZ or msgpack; - is standard input). Prints a verdict for each file, and under it every finding
with severity, code, JSON pointer, message and hint.

  --public        judge as public files: nothing private may be in them
  --strict        advisories count as refusals too
  --model FILE    judge against this URDF: joints, limits, digest
  --robot FILE    judge against this robot.json: robot, bridge, freshness
  --json          one line of JSON for each file: "file" and the report as the host sends it

Ends with 0 when every file is valid, 1 when any is not, 3 when any could not be read.
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("validate", args, {
			public: { type: "boolean" },
			strict: { type: "boolean" },
			json: { type: "boolean" },
			model: { type: "string" },
			robot: { type: "string" },
		});
		if (positionals.length === 0)
			throw usageFailure("validate needs a file", "See hindcast validate --help.");
		const judging: Judging = {
			context: await readContext(values, shell),
			isPublic: values.public === true,
			isStrict: values.strict === true,
			asJson: values.json === true,
		};
		let worst: ExitCode = exitCode.ok;
		for (const path of positionals) {
			const code = await judgeFile(path, judging, shell);
			if (code > worst) worst = code;
		}
		return worst;
	},
};

async function judgeFile(path: string, judging: Judging, shell: Shell): Promise<ExitCode> {
	const { context, isPublic, isStrict, asJson } = judging;
	try {
		const profile = isPublic ? { profile: "public" as const } : {};
		const { report } = await readReplayFile(path, shell, { context, ...profile });
		await write(shell.stdout, asJson ? jsonLine(path, report) : reportText(path, report));
		const passes = report.ok && !(isStrict && report.diagnostics.length > 0);
		return passes ? exitCode.ok : exitCode.blocked;
	} catch (error) {
		const failure = explain(error, shell.signal);
		if (failure.exit !== exitCode.io) throw error;
		await write(shell.stderr, failureLines(failure));
		return failure.exit;
	}
}

function jsonLine(path: string, report: ValidationReport): string {
	return `${JSON.stringify({ file: path, ...toWireReport(report) })}\n`;
}

function reportText(path: string, report: ValidationReport): string {
	return `${printable(inputName(path))}: ${verdict(report)}\n${findingLines(report)}`;
}
