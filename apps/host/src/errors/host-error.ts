import type { WireReport } from "@hindcast/replay-protocol/http";
import { type ErrorCode, errorDefinition } from "./error-codes.ts";

interface HostErrorOptions {
	/** Replaces the table's message; must hold no path and no value of the request. */
	readonly message?: string;
	/** Replaces the table's hint, under the same rule. */
	readonly hint?: string;
	/** One word for why, which holds nothing of the request. */
	readonly reason?: string;
	/** The report that explains a refused replay. */
	readonly validation?: WireReport;
	/** Headers of the answer, such as `allow`. */
	readonly headers?: Readonly<Record<string, string>>;
}

/** A request that the host answers with an error of its table. */
export class HostError extends Error {
	override readonly name = "HostError";
	readonly status: number;
	readonly hint: string;
	readonly reason: string | undefined;
	readonly validation: WireReport | undefined;
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		readonly code: ErrorCode,
		options: HostErrorOptions = {},
	) {
		const definition = errorDefinition(code);
		super(options.message ?? definition.message);
		this.status = definition.status;
		this.hint = options.hint ?? definition.hint;
		this.reason = options.reason;
		this.validation = options.validation;
		this.headers = options.headers ?? {};
	}
}

/** Whether `error` is a {@link HostError}, optionally with this code. */
export function isHostError(error: unknown, code?: ErrorCode): error is HostError {
	return error instanceof HostError && (code === undefined || error.code === code);
}
