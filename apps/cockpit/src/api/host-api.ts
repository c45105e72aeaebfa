import type { ReplayEncoding } from "@hindcast/replay-protocol";
import {
	errorBodySchema,
	type ImportRequest,
	type ImportResponse,
	importResponseSchema,
	type ReplayDetail,
	type ReplaySummary,
	type RobotDetail,
	type RobotSummary,
	replayDetailSchema,
	replayListSchema,
	robotDetailSchema,
	robotListSchema,
} from "@hindcast/replay-protocol/http";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import { type DownloadProgress, readBody } from "./read-body.ts";

const root = "/api/moonrobo";

/** Replays of one page: as many as the host gives at once. */
const pageSize = 200;

/** Which page to ask for. */
export interface ReplayQuery {
	/** The cursor of the page before; null or absent for the first page. */
	readonly cursor?: string | null;
}

/** Part of the store's replays, newest first. */
export interface ReplayPage {
	readonly replays: readonly ReplaySummary[];
	/** Replays of the store. */
	readonly total: number;
	/** Where the next page begins; null after the last one. */
	readonly cursor: string | null;
}

/** Options of a download. */
export interface DownloadOptions {
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: DownloadProgress) => void;
}

/** The host's routes that the cockpit uses. Every method rejects with an `ApiError`, or with the signal's reason. */
export interface HostApi {
	/** A page of the store's replays, newest first. */
	listReplays(query?: ReplayQuery, signal?: AbortSignal): Promise<ReplayPage>;
	readReplay(id: string, signal?: AbortSignal): Promise<ReplayDetail>;
	listRobots(signal?: AbortSignal): Promise<readonly RobotSummary[]>;
	readRobot(id: string, signal?: AbortSignal): Promise<RobotDetail>;
	/** Bytes behind a route that an answer named; only routes of this API are followed. */
	download(route: string, options?: DownloadOptions): Promise<Uint8Array<ArrayBuffer>>;
	/** Sends a replay to the store. The only method that sends content; called on accept and nowhere else. */
	importReplay(upload: ImportUpload, signal?: AbortSignal): Promise<ImportResponse>;
}

/** An accepted file and what is asked for it. */
export interface ImportUpload {
	readonly body: Blob;
	readonly encoding: ReplayEncoding;
	readonly request: ImportRequest;
}

/** Makes the client over `fetch`. */
export function createHostApi(fetch: typeof globalThis.fetch): HostApi {
	const send = async (route: string, init: RequestInit): Promise<Response> => {
		const response = await ask(fetch, route, init);
		if (!response.ok) throw await refusal(response);
		return response;
	};
	const read = async <S extends z.ZodType>(
		route: string,
		schema: S,
		init: RequestInit,
	): Promise<z.output<S>> => {
		const response = await send(route, { headers: { accept: "application/json" }, ...init });
		const parsed = schema.safeParse(await response.json().catch(() => undefined));
		if (!parsed.success)
			throw badAnswer(response.status, String(parsed.error.issues[0]?.path.join("/") ?? ""));
		return parsed.data;
	};
	const get = <S extends z.ZodType>(route: string, schema: S, signal: AbortSignal | undefined) =>
		read(route, schema, signal === undefined ? {} : { signal });
	return {
		async listReplays({ cursor = null } = {}, signal) {
			const query = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
			const page = await get(`${root}/replays?limit=${pageSize}${query}`, replayListSchema, signal);
			return { replays: page.replays, total: page.replay_count, cursor: page.next_cursor ?? null };
		},
		readReplay: (id, signal) => get(`${root}/replays/${encodeURIComponent(id)}`, replayDetailSchema, signal),
		listRobots: async (signal) => (await get(`${root}/robots`, robotListSchema, signal)).robots,
		readRobot: (id, signal) => get(`${root}/robots/${encodeURIComponent(id)}`, robotDetailSchema, signal),
		async download(route, { signal, onProgress } = {}) {
			if (!isOwnRoute(route)) throw badAnswer(0, "route");
			const response = await send(route, signal === undefined ? {} : { signal });
			return readBody(response, onProgress);
		},
		importReplay: (upload, signal) =>
			read(`${root}/replays/import`, importResponseSchema, {
				method: "POST",
				body: upload.body,
				headers: {
					accept: "application/json",
					"content-type": "application/octet-stream",
					"x-replay-encoding": upload.encoding,
					"x-replay-request": base64Url(JSON.stringify(upload.request)),
				},
				...(signal === undefined ? {} : { signal }),
			}),
	};
}

/** Whether an answer's route stays in this API: an absolute or scheme-relative address never does. */
export function isOwnRoute(route: string): boolean {
	return (
		route.startsWith(`${root}/`) && new URL(route, "http://self.invalid").pathname.startsWith(`${root}/`)
	);
}

async function ask(fetch: typeof globalThis.fetch, route: string, init: RequestInit): Promise<Response> {
	try {
		return await fetch(route, { credentials: "same-origin", redirect: "error", ...init });
	} catch (error) {
		if (init.signal?.aborted) throw init.signal.reason;
		const message = error instanceof Error ? error.message : String(error);
		throw new ApiError({ code: "offline", status: 0, message });
	}
}

async function refusal(response: Response): Promise<ApiError> {
	const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
	if (!body.success)
		return new ApiError({
			code: response.status === 413 ? "payload-too-large" : "http-error",
			status: response.status,
			message: `HTTP ${response.status}`,
		});
	const { code, message, hint, request_id: requestId, validation: report } = body.data;
	return new ApiError({ code, message, hint, requestId, report, status: response.status });
}

function badAnswer(status: number, place: string): ApiError {
	return new ApiError({
		code: "bad-answer",
		status,
		message: `The answer is not of the agreed form: ${place}`,
	});
}

function base64Url(text: string): string {
	const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
	return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
