import { type ExitCode, exitCode } from "./exit-codes.ts";
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
		return { code: error.code, message: error.message, hint: error.hint, exit: exitCode.blocked };
	}
	const message = error instanceof Error ? `${error.name}: ${error.message}` : "something unknown was thrown";
	const hint = "This is a fault of hindcast: please report it with the command that you ran.";
	return { code: "internal", message, hint, exit: exitCode.internal };
}

/** The failure as it goes to standard error. */
export function failureLines({ code, message, hint }: FailureText): string {
	return `hindcast: ${code}: ${printable(message)}\nhint: ${printable(hint)}\n`;
}

function isPackageError(error: unknown): error is Error & { readonly code: string; readonly hint: string } {
	if (!(error instanceof Error) || !("code" in error) || !("hint" in error)) return false;
	return typeof error.code === "string" && typeof error.hint === "string";
}
