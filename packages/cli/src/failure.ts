import { type ExitCode, exitCode } from "./exit-codes.ts";
import { spokenHint, spokenMessage } from "./hints.ts";
import { printable } from "./text.ts";

/** What an operator is told when something cannot be done. */
export interface FailureText {
	/** Stable, in kebab-case. */
	readonly code: string;
	/** What is wrong, in one sentence. */
	readonly message: string;
	/** What to do about it. */
	readonly hint: string;
	/** How the program ends. */
	readonly exit: ExitCode;
}

/** Something that cannot be done, with what to do about it. */
export class Failure extends Error {
	override readonly name = "Failure";
	readonly code: string;
	readonly hint: string;
	readonly exit: ExitCode;

	constructor({ code, message, hint, exit }: FailureText) {
		super(message);
		this.code = code;
		this.hint = hint;
		this.exit = exit;
	}
}

/** A command line that says something unknown. */
export function usageFailure(message: string, hint: string): Failure {
	return new Failure({ code: "usage", message, hint, exit: exitCode.usage });
}

/** What to say of anything thrown. Errors of our packages carry code and hint; nothing shows a stack. */
export function explain(error: unknown, signal: AbortSignal): FailureText {
	if (signal.aborted) {
		const hint = "Nothing was written; run it again.";
		return { code: "interrupted", message: "stopped by a signal", hint, exit: exitCode.interrupted };
	}
	if (error instanceof Failure) return error;
	if (isPackageError(error)) {
		const { code } = error;
		const hint = spokenHint(code, error.hint);
		return { code, message: messageOf(error), hint, exit: exitCode.blocked };
	}
	const message = error instanceof Error ? `${error.name}: ${error.message}` : "something unknown was thrown";
	const hint = "This is a fault of hindcast: please report it with the command that you ran.";
	return { code: "internal", message, hint, exit: exitCode.internal };
}

/** The failure as it goes to standard error. */
export function failureLines({ code, message, hint }: FailureText): string {
	return `hindcast: ${code}: ${printable(message)}\nhint: ${printable(hint)}\n`;
}

/**
 * Does work on one file, and names the file in what a package refuses.
 *
 * @param name what the file is called on the command line
 */
export async function inFile<Result>(name: string, work: () => Promise<Result> | Result): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Failure || !isPackageError(error)) throw error;
		const { code } = error;
		const hint = spokenHint(code, error.hint);
		throw new Failure({ code, message: `${name}: ${messageOf(error)}`, hint, exit: exitCode.blocked });
	}
}

/** The message without the code at its end, which is told before it. */
function messageOf({ code, message }: PackageError): string {
	return spokenMessage(message.replace(` (${code})`, ""));
}

interface PackageError extends Error {
	readonly code: string;
	readonly hint: string;
}

function isPackageError(error: unknown): error is PackageError {
	if (!(error instanceof Error) || !("code" in error) || !("hint" in error)) return false;
	return typeof error.code === "string" && typeof error.hint === "string";
}
