import { type ParseArgsConfig, parseArgs } from "node:util";
import { usageFailure } from "./failure.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Parsed arguments of a command. */
export type Parsed<Known extends Options> = ReturnType<
	typeof parseArgs<{ args: string[]; options: Known; allowPositionals: true; strict: true }>
>;

/**
 * Reads a command's arguments.
 *
 * @throws Failure `usage` for options that it does not have, and for values that are missing
 */
export function parseArguments<const Known extends Options>(
	command: string,
	args: readonly string[],
	options: Known,
): Parsed<Known> {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
	} catch (error) {
		const isWrong =
			error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
		if (!isWrong) throw error;
		const [sentence = error.message] = error.message.split(/\. |\n/, 1);
		const dash = "A value that begins with a dash is written with =, as in --from=-0.5.";
		const hint = error.message.includes("ambiguous") ? dash : `See hindcast ${command} --help.`;
		throw usageFailure(sentence.replace(/\.$/, ""), hint);
	}
}

/**
 * The only positional argument.
 *
 * @throws Failure `usage` where there is none or more
 */
export function onlyPositional(command: string, positionals: readonly string[], what: string): string {
	const [first, ...more] = positionals;
	if (first === undefined) throw usageFailure(`${command} needs ${what}`, `See hindcast ${command} --help.`);
	if (more.length > 0) {
		throw usageFailure(
			`${command} takes one ${what} at a time`,
			`Run it once for each; see hindcast ${command} --help.`,
		);
	}
	return first;
}

/**
 * An option's value among those that it may have.
 *
 * @throws Failure `usage`
 */
export function oneOf<const Word extends string>(
	name: string,
	value: string | undefined,
	words: readonly Word[],
): Word | undefined {
	if (value === undefined) return undefined;
	const found = words.find((word) => word === value);
	if (found === undefined)
		throw usageFailure(`--${name} cannot be "${value}"`, `It is one of ${words.join(", ")}.`);
	return found;
}

/**
 * An option's value as a finite number.
 *
 * @throws Failure `usage`
 */
export function numberOf(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const number = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(value) ? Number(value) : Number.NaN;
	if (!Number.isFinite(number)) {
		throw usageFailure(`--${name} is no number: "${value}"`, "Write a decimal number such as 1.25.");
	}
	return number;
}
