import {
	importRequestSchema,
	type ReplaySummary,
	safeIdSchema,
	type ValidateResponse,
	validateRequestSchema,
} from "@hindcast/replay-protocol/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HostError } from "../errors/host-error.ts";
import type { HostState } from "../host-state.ts";
import { decodeCursor, encodeCursor } from "../replays/catalog-order.ts";
import { classify } from "../replays/classification.ts";
import { importReplay } from "../replays/import-replay.ts";
import { judgeReplay, type Visibility } from "../replays/judge-replay.ts";
import { listProved } from "../replays/proved-page.ts";
import { findReplay, openPayload, readDetail } from "../replays/replay-detail.ts";
import { evidencePath, payloadName, payloadTypes } from "../replays/replay-files.ts";
import { refreshEntry } from "../replays/replay-store.ts";
import { decode } from "./decode.ts";
import { replayQuerySchema } from "./documents.ts";
import { revalidated, sendEntity } from "./entity.ts";
import { askedWindow, sendWindow } from "./frames.ts";
import { withUpload } from "./upload.ts";

/** `GET /api/moonrobo/replays` */
export async function listReplays({ store }: HostState, request: FastifyRequest, reply: FastifyReply) {
	const { robot_id: robotId, classification, cursor, limit } = decode(replayQuerySchema, request.query);
	const after = cursor === undefined ? undefined : decodeCursor(cursor);
	if (cursor !== undefined && after === undefined) {
		throw new HostError("decode-request", { message: "The cursor is none that this route gave." });
	}
	const { entries, count, next } = await listProved(store, { robotId, classification, after, limit });
	const replays = entries.map(({ summary }) => textOf(summary)).join(",");
	const cursorText = next === undefined ? "" : `,"next_cursor":${JSON.stringify(encodeCursor(next))}`;
	reply.type("application/json; charset=utf-8");
	return `{"replay_count":${count},"replays":[${replays}]${cursorText}}`;
}

/** Summaries as JSON, each written once: a page then costs what its bytes cost. */
const summaryTexts = new WeakMap<ReplaySummary, string>();

function textOf(summary: ReplaySummary): string {
	const text = summaryTexts.get(summary) ?? JSON.stringify(summary);
	summaryTexts.set(summary, text);
	return text;
}

/** `GET /api/moonrobo/replays/{replay_id}` */
export async function getReplay({ store }: HostState, request: FastifyRequest) {
	return readDetail(store, findReplay(store, parameter(request, "replay_id")));
}

/** `GET /api/moonrobo/replays/{replay_id}/payload` */
export async function getPayload(state: HostState, request: FastifyRequest, reply: FastifyReply) {
	const entry = findReplay(state.store, parameter(request, "replay_id"));
	const window = askedWindow(request);
	if (window !== undefined) return sendWindow(state, entry, { window, request, reply });
	const { file, manifest } = await openPayload(state.store, entry);
	const contentType = payloadTypes[manifest.encoding];
	const digest = manifest.file_digest;
	return sendEntity(request, reply, { file, digest, contentType, cacheControl: revalidated });
}

/** `POST /api/moonrobo/replays/import` */
export async function importRoute(state: HostState, request: FastifyRequest) {
	return withUpload(
		request,
		importRequestSchema,
		state.uploads,
		async ({ request: asked, body, declared }) => {
			if (body === undefined)
				throw new HostError("decode-request", { message: "The request brings no artifact." });
			return importReplay(state.imports, { request: asked, body, declared });
		},
	);
}

/** `POST /api/moonrobo/replays/validate` */
export async function validateRoute(state: HostState, request: FastifyRequest): Promise<ValidateResponse> {
	return withUpload(request, validateRequestSchema, state.uploads, async (upload) => {
		const { replay_id: replayId, profile } = upload.request;
		const isInline = upload.body !== undefined;
		if (replayId !== undefined && !isInline) return validateStored(state, replayId, profile);
		if (replayId === undefined && isInline) return validateInline(state, await upload.collect(), profile);
		throw new HostError("decode-request", { message: "The request names a replay or brings one, not both." });
	});
}

async function validateInline(
	state: HostState,
	bytes: Uint8Array,
	profile: Visibility | undefined,
): Promise<ValidateResponse> {
	const { artifact, report } = await state.imports.exclusive(() =>
		judgeReplay(bytes, state.books, { profile }),
	);
	const source = { kind: "import" as const, id: "" };
	return {
		classification:
			artifact === undefined ? "imported" : classify({ metadata: artifact.metadata, source }, true),
		validation: report,
		evidence_paths: [],
		persisted: false,
		replay_id: null,
	};
}

async function validateStored(
	state: HostState,
	replayId: string,
	profile: Visibility | undefined,
): Promise<ValidateResponse> {
	const entry = findReplay(state.store, replayId);
	const { file, manifest } = await openPayload(state.store, entry);
	try {
		const { report } = await state.imports.exclusive(async () => {
			const bytes = await file.read(0, file.byteLength);
			return judgeReplay(bytes, state.books, { profile: profile ?? manifest.visibility });
		});
		const { summary } = await refreshEntry(state.store, entry, manifest);
		return {
			classification: summary.classification,
			validation: report,
			evidence_paths: ["manifest.json", payloadName(manifest.encoding)].map((name) =>
				evidencePath(entry.location, name),
			),
			persisted: false,
			replay_id: replayId,
		};
	} finally {
		await file.close();
	}
}

/** A route parameter that is an id. @throws HostError `unsafe-id` */
export function parameter(request: FastifyRequest, name: string): string {
	const values: Record<string, unknown> = Object(request.params);
	const parsed = safeIdSchema.safeParse(values[name]);
	if (!parsed.success) throw new HostError("unsafe-id");
	return parsed.data;
}
