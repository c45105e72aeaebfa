import { type ExportResponse, exportRequestSchema } from "@hindcast/replay-protocol/http";
import type { FastifyRequest } from "fastify";
import { exportReplay } from "../exports/export-replay.ts";
import type { HostState } from "../host-state.ts";
import { readDocument } from "./upload.ts";

/** `POST /api/moonrobo/replays/export` */
export async function exportRoute(
	{ imports, sessions }: HostState,
	request: FastifyRequest,
): Promise<ExportResponse> {
	return exportReplay({ ...imports, sessions }, await readDocument(request, exportRequestSchema));
}
