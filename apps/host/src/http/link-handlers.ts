import { type LinkResponse, linkRequestSchema } from "@hindcast/replay-protocol/http";
import type { FastifyRequest } from "fastify";
import type { HostState } from "../host-state.ts";
import { linkReplay } from "../links/link-replay.ts";
import { readDocument } from "./upload.ts";

/** `POST /api/moonrobo/replays/link` */
export async function linkRoute({ imports }: HostState, request: FastifyRequest): Promise<LinkResponse> {
	return linkReplay(imports, await readDocument(request, linkRequestSchema));
}
