import type { EvidenceSummary } from "@hindcast/replay-protocol/http";
import type { FastifyRequest } from "fastify";
import type { HostState } from "../host-state.ts";
import { summarizeEvidence } from "../replays/evidence-summary.ts";
import { findReplay } from "../replays/replay-detail.ts";
import { parameter } from "./replay-handlers.ts";

/** `GET /api/moonrobo/replays/{replay_id}/evidence` */
export async function getEvidence({ store }: HostState, request: FastifyRequest): Promise<EvidenceSummary> {
	return summarizeEvidence(store, findReplay(store, parameter(request, "replay_id")));
}
