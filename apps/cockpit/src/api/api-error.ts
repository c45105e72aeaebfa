import type { WireReport } from "@hindcast/replay-protocol/http";

/** Facts of a failed request. */
export interface ApiErrorFacts {
	/** The host's own code, or `offline`, `bad-answer`, `http-error`, `digest-mismatch`. */
	readonly code: string;
	readonly message: string;
	/** HTTP status; 0 when no answer came. */
	readonly status: number;
	readonly hint?: string | undefined;
	readonly requestId?: string | undefined;
	/** The host's report, where it judged content. */
	readonly report?: WireReport | undefined;
}

/** A request that the host refused, or that never got an answer we can trust. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly code: string;
	readonly status: number;
	readonly hint: string | null;
	readonly requestId: string | null;
	readonly report: WireReport | null;

	constructor(facts: ApiErrorFacts) {
		super(facts.message);
		this.code = facts.code;
		this.status = facts.status;
		this.hint = facts.hint ?? null;
		this.requestId = facts.requestId ?? null;
		this.report = facts.report ?? null;
	}
}

/** Whether `error` is an {@link ApiError}, of `code` when it is given. */
export function isApiError(error: unknown, code?: string): error is ApiError {
	return error instanceof ApiError && (code === undefined || error.code === code);
}
