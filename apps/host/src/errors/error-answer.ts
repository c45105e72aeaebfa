import type { ErrorBody } from "@hindcast/replay-protocol/http";
import { isStorageError } from "../storage/directory.ts";
import type { ErrorCode } from "./error-codes.ts";
import { HostError, isHostError } from "./host-error.ts";

const frameworkCodes: Readonly<Record<number, ErrorCode>> = {
	400: "bad-request",
	404: "not-found",
	413: "payload-too-large",
	414: "unsafe-id",
	415: "unsupported-media-type",
};

/** Turns anything thrown while answering into an error of the table; unknown things become `internal-error`. */
export function toHostError(error: unknown): HostError {
	if (isHostError(error)) return error;
	if (isStorageError(error))
		return new HostError(error.reason === "full" ? "storage-full" : "storage-failed");
	return new HostError(frameworkCodes[frameworkStatus(error)] ?? "internal-error");
}

/**
 * The flat body of an error answer.
 *
 * @param route the route's pattern, never the requested address: that may hold what the caller would not log
 */
export function errorBody(error: HostError, route: string, requestId: string): ErrorBody {
	return {
		code: error.code,
		path: route,
		message: error.message,
		...(error.reason === undefined ? {} : { reason: error.reason }),
		request_id: requestId,
		hint: error.hint,
		...(error.validation === undefined ? {} : { validation: error.validation, persisted: false }),
	};
}

function frameworkStatus(error: unknown): number {
	if (!(error instanceof Error) || !("code" in error) || !("statusCode" in error)) return 0;
	return String(error.code).startsWith("FST_ERR_") ? Number(error.statusCode) : 0;
}
