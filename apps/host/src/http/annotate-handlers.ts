import { type AnnotateResponse, annotateRequestSchema } from "@hindcast/replay-protocol/http";
import type { FastifyRequest } from "fastify";
import { annotateReplay } from "../annotations/annotate-replay.ts";
import type { HostState } from "../host-state.ts";
import { readDocument } from "./upload.ts";

/** `POST /api/moonrobo/replays/annotate` */
export async function annotateRoute(
	{ imports }: HostState,
	request: FastifyRequest,
): Promise<AnnotateResponse> {
	return annotateReplay(imports, await readDocument(request, annotateRequestSchema));
}
