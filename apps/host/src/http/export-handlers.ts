import type { FastifyRequest } from "fastify";
import { HostError } from "../errors/host-error.ts";
import type { HostState } from "../host-state.ts";

export async function exportRoute(state: HostState, request: FastifyRequest): Promise<unknown> {
	void state;
	void request;
	throw new HostError("internal-error");
}
