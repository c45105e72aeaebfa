import type { FastifyReply, FastifyRequest } from "fastify";
import type { HostState } from "../host-state.ts";
import { annotateRoute } from "./annotate-handlers.ts";
import { getEvidence } from "./evidence-handlers.ts";
import { exportRoute } from "./export-handlers.ts";
import { linkRoute } from "./link-handlers.ts";
import { openApiDocument } from "./openapi.ts";
import { getPayload, getReplay, importRoute, listReplays, validateRoute } from "./replay-handlers.ts";
import { getAsset, getModel, getRobot, listRobots } from "./robot-handlers.ts";
import type { RouteName } from "./route-table.ts";
import { getSessionAnnotations, getSessionReplay, listSessions } from "./session-handlers.ts";

/** Answers one route. */
export type RouteHandler = (
	state: HostState,
	request: FastifyRequest,
	reply: FastifyReply,
) => Promise<unknown>;

/** The handler of each route of the table. */
export const handlers: Readonly<Record<RouteName, RouteHandler>> = {
	listReplays,
	getReplay,
	getPayload,
	importReplay: importRoute,
	validateReplay: validateRoute,
	getEvidence,
	exportReplay: exportRoute,
	annotateReplay: annotateRoute,
	linkReplay: linkRoute,
	listSessions,
	getSessionReplay,
	getSessionAnnotations,
	listRobots,
	getRobot,
	getModel,
	getAsset,
	getOpenApi: async () => openApiDocument(),
};
