import {
	annotateRequestSchema,
	annotateResponseSchema,
	evidenceSummarySchema,
	exportRequestSchema,
	exportResponseSchema,
	frameWindowSchema,
	importRequestSchema,
	importResponseSchema,
	linkRequestSchema,
	linkResponseSchema,
	replayDetailSchema,
	replayListSchema,
	robotDetailSchema,
	robotListSchema,
	sessionAnnotationsSchema,
	sessionListSchema,
	sessionReplaySchema,
	validateRequestSchema,
	validateResponseSchema,
} from "@hindcast/replay-protocol/http";
import type { z } from "zod";
import type { ErrorCode } from "../errors/error-codes.ts";
import { replayQuerySchema, windowQuerySchema } from "./documents.ts";

/** One route of the API: what the server registers, and what OpenAPI and `API.md` say. */
export interface ApiRoute {
	readonly method: "GET" | "POST";
	/** With parameters in braces; `{asset}` takes the rest of the address. */
	readonly path: string;
	readonly summary: string;
	/** Query parameters. */
	readonly query?: z.ZodObject;
	/** What a request says beside the replay's bytes. */
	readonly request?: z.ZodObject;
	/** The JSON body of a request that brings no replay. */
	readonly body?: z.ZodObject;
	/** The JSON answer's schema; bytes with a strong ETag and ranges; or any JSON. */
	readonly answer: z.ZodType | "bytes" | "json";
	/** The JSON answer that a route of bytes has when its query asks for one. */
	readonly jsonAnswer?: z.ZodType;
	/** Codes beyond those that any route can answer with. */
	readonly errors: readonly ErrorCode[];
}

const byteErrors = ["evidence-damaged", "precondition-failed", "range-not-satisfiable"] as const;
const bodyErrors = [
	"parse-request",
	"decode-request",
	"payload-too-large",
	"unsupported-media-type",
] as const;
const uploadErrors = [
	"parse-request",
	"decode-request",
	"payload-too-large",
	"unsupported-media-type",
	"uploads-busy",
] as const;

/** All routes under `/api`. */
const routes = {
	listReplays: {
		method: "GET",
		path: "/api/moonrobo/replays",
		summary: "Replays of the store, newest first",
		query: replayQuerySchema,
		answer: replayListSchema,
		errors: ["decode-request"],
	},
	getReplay: {
		method: "GET",
		path: "/api/moonrobo/replays/{replay_id}",
		summary: "One replay: manifest, report, receipts, annotations",
		answer: replayDetailSchema,
		errors: ["unsafe-id", "replay-not-found", "evidence-damaged"],
	},
	getPayload: {
		method: "GET",
		path: "/api/moonrobo/replays/{replay_id}/payload",
		summary: "The stored bytes of a replay, or a window of its frames as JSON",
		query: windowQuerySchema,
		answer: "bytes",
		jsonAnswer: frameWindowSchema,
		errors: ["decode-request", "unsafe-id", "replay-not-found", "window-too-large", ...byteErrors],
	},
	getEvidence: {
		method: "GET",
		path: "/api/moonrobo/replays/{replay_id}/evidence",
		summary: "What stands behind a replay, without paths",
		answer: evidenceSummarySchema,
		errors: ["unsafe-id", "replay-not-found", "evidence-damaged"],
	},
	importReplay: {
		method: "POST",
		path: "/api/moonrobo/replays/import",
		summary: "Take a replay into its robot's book",
		request: importRequestSchema,
		answer: importResponseSchema,
		errors: [
			...uploadErrors,
			"unsafe-id",
			"replay-robot-mismatch",
			"replay-id-conflict",
			"book-refused",
			"replay-blocked",
			"replay-not-storable",
			"robot-unknown",
			"evidence-damaged",
			"storage-full",
		],
	},
	validateReplay: {
		method: "POST",
		path: "/api/moonrobo/replays/validate",
		summary: "Judge a replay; writes nothing",
		request: validateRequestSchema,
		answer: validateResponseSchema,
		errors: [...uploadErrors, "unsafe-id", "replay-not-found", "evidence-damaged"],
	},
	exportReplay: {
		method: "POST",
		path: "/api/moonrobo/replays/export",
		summary: "Make a replay from telemetry, an episode or another replay",
		body: exportRequestSchema,
		answer: exportResponseSchema,
		errors: [
			...bodyErrors,
			"unsafe-id",
			"replay-not-found",
			"session-not-found",
			"episode-not-found",
			"session-damaged",
			"session-too-large",
			"replay-id-conflict",
			"book-refused",
			"export-blocked",
			"replay-not-storable",
			"evidence-damaged",
			"storage-full",
		],
	},
	annotateReplay: {
		method: "POST",
		path: "/api/moonrobo/replays/annotate",
		summary: "Add a note to a replay",
		body: annotateRequestSchema,
		answer: annotateResponseSchema,
		errors: [
			...bodyErrors,
			"unsafe-id",
			"replay-not-found",
			"replay-content-mismatch",
			"annotation-conflict",
			"annotation-frame-unknown",
			"annotation-span-invalid",
			"book-refused",
			"evidence-damaged",
			"storage-full",
		],
	},
	linkReplay: {
		method: "POST",
		path: "/api/moonrobo/replays/link",
		summary: "Link a replay to the run that verifies it",
		body: linkRequestSchema,
		answer: linkResponseSchema,
		errors: [
			...bodyErrors,
			"unsafe-id",
			"replay-not-found",
			"link-document-not-found",
			"replay-content-mismatch",
			"link-not-proven",
			"book-refused",
			"evidence-damaged",
			"storage-full",
		],
	},
	listSessions: {
		method: "GET",
		path: "/api/moonrobo/sessions",
		summary: "Observation sessions that can be exported, newest first",
		answer: sessionListSchema,
		errors: [],
	},
	getSessionReplay: {
		method: "GET",
		path: "/api/replays/{session_id}",
		summary: "The older shape: a session's telemetry as a timeline",
		answer: sessionReplaySchema,
		errors: ["unsafe-id", "session-not-found", "session-damaged", "session-too-large"],
	},
	getSessionAnnotations: {
		method: "GET",
		path: "/api/replays/{session_id}/annotations",
		summary: "The older shape: notes on a session",
		answer: sessionAnnotationsSchema,
		errors: ["unsafe-id", "session-not-found", "session-damaged", "session-too-large"],
	},
	listRobots: {
		method: "GET",
		path: "/api/moonrobo/robots",
		summary: "Robots of the store",
		answer: robotListSchema,
		errors: [],
	},
	getRobot: {
		method: "GET",
		path: "/api/moonrobo/robots/{robot_id}",
		summary: "One robot: profile, model status, assets",
		answer: robotDetailSchema,
		errors: ["unsafe-id", "robot-not-found"],
	},
	getModel: {
		method: "GET",
		path: "/api/moonrobo/robots/{robot_id}/model",
		summary: "The stored bytes of the robot's URDF",
		answer: "bytes",
		errors: ["unsafe-id", "robot-not-found", "model-not-found", ...byteErrors],
	},
	getAsset: {
		method: "GET",
		path: "/api/moonrobo/robots/{robot_id}/assets/{asset}",
		summary: "A mesh or texture of the robot's model folder",
		answer: "bytes",
		errors: ["unsafe-id", "robot-not-found", "asset-not-found", ...byteErrors],
	},
	getOpenApi: {
		method: "GET",
		path: "/api/openapi.json",
		summary: "This API as an OpenAPI 3.1 document",
		answer: "json",
		errors: [],
	},
} as const satisfies Record<string, ApiRoute>;

/** Name of a route. */
export type RouteName = keyof typeof routes;

/** The routes as a list. */
export function routeList(): (ApiRoute & { readonly name: RouteName })[] {
	return (Object.keys(routes) as RouteName[]).map((name) => ({ name, ...routes[name] }));
}

/** A path of the table in the router's spelling. */
export function routerPath(path: string): string {
	return path.replace("{asset}", "*").replace(/\{(\w+)\}/g, ":$1");
}

/** A path of the router in the table's spelling; unknown addresses become `/api/*` or `/*`. */
export function tablePath(routerUrl: string | undefined, isApi: boolean): string {
	if (routerUrl === undefined) return isApi ? "/api/*" : "/*";
	if (!isApi) return "/*";
	return routerUrl.replace(/\*$/, "{asset}").replace(/:(\w+)/g, "{$1}");
}
