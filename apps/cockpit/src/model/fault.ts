import { isApiError } from "../api/api-error.ts";
import { isWorkerError } from "../workers/worker-client.ts";

/** A failure as the panels show it: a stable code, what was said about it, and the hint that came with it. */
export interface Fault {
	readonly code: string;
	readonly message: string;
	readonly hint: string | null;
	/** The request to quote to whoever keeps the host; null where no host was asked. */
	readonly requestId: string | null;
}

/** Any thrown value as a {@link Fault}. */
export function toFault(error: unknown): Fault {
	if (isApiError(error))
		return { code: error.code, message: error.message, hint: error.hint, requestId: error.requestId };
	if (isWorkerError(error))
		return { code: error.code, message: error.message, hint: error.hint, requestId: null };
	const { code, hint, message } = Object(error) as { code?: unknown; hint?: unknown; message?: unknown };
	return {
		code: typeof code === "string" ? code : "unexpected",
		message: typeof message === "string" ? message : String(error),
		hint: typeof hint === "string" ? hint : null,
		requestId: null,
	};
}

/** Whether work ended because its owner asked for that. */
export function isAbort(error: unknown): boolean {
	return error instanceof DOMException && error.name === "AbortError";
}
