import { readFileSync } from "node:fs";
import { annotate } from "./commands/annotate.ts";
import { convert } from "./commands/convert.ts";
import { digest } from "./commands/digest.ts";
import { inspect } from "./commands/inspect.ts";
import { sanitize } from "./commands/sanitize.ts";
import { serve } from "./commands/serve.ts";
import { validate } from "./commands/validate.ts";
import { type ExitCode, exitCode, exitCodesHelp } from "./exit-codes.ts";
import { explain, failureLines, usageFailure } from "./failure.ts";
import { type Command, type Shell, write } from "./shell.ts";
import { nearest, overview } from "./usage.ts";

const commands: readonly Command[] = [validate, inspect, convert, sanitize, digest, annotate, serve];

/** Runs the program with its arguments; never throws. */
export async function runProgram(args: readonly string[], shell: Shell): Promise<ExitCode> {
	try {
		return await dispatch(args, shell);
	} catch (error) {
		const failure = explain(error, shell.signal);
		await write(shell.stderr, failureLines(failure)).catch(() => undefined);
		return failure.exit;
	}
}

async function dispatch(args: readonly string[], shell: Shell): Promise<ExitCode> {
	const [word, ...rest] = args;
	if (word === undefined) throw usageFailure("no command was given", "See hindcast --help.");
	if (word === "--version" || word === "-v") return await print(`${version()}\n`, shell);
	if (word === "--help" || word === "-h" || word === "help") return await print(helpOn(rest[0]), shell);
	const command = commandOf(word);
	const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
	if (options.includes("--help") || options.includes("-h")) return await print(command.usage, shell);
	return await command.run(rest, shell);
}

function helpOn(topic: string | undefined): string {
	if (topic === undefined) return overview(commands);
	return topic === "exit-codes" ? exitCodesHelp : commandOf(topic).usage;
}

function commandOf(word: string): Command {
	const command = commands.find(({ name }) => name === word);
	if (command !== undefined) return command;
	const meant = nearest(
		word,
		commands.map(({ name }) => name),
	);
	const hint = meant === undefined ? "See hindcast --help." : `Did you mean ${meant}? See hindcast --help.`;
	throw usageFailure(`there is no command "${word}"`, hint);
}

function version(): string {
	const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
	const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
	return isManifest ? String(manifest.version) : "unknown";
}

async function print(text: string, { stdout }: Shell): Promise<ExitCode> {
	await write(stdout, text);
	return exitCode.ok;
}
