import { Readable } from "node:stream";
import type { FrameWindow } from "@hindcast/replay-protocol/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HostError } from "../errors/host-error.ts";
import type { HostState } from "../host-state.ts";
import type { CatalogEntry } from "../replays/catalog.ts";
import { cutFrames } from "../replays/frame-window.ts";
import { openArtifact, readEvidence } from "../replays/replay-detail.ts";
import { evidencePath, payloadName, reportFile } from "../replays/replay-files.ts";
import { refreshEntry } from "../replays/replay-store.ts";
import { toldReport } from "../replays/told-report.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import type { StoredFile } from "../storage/directory.ts";
import { decode } from "./decode.ts";
import { windowQuerySchema } from "./documents.ts";
import { revalidated, sendEntity } from "./entity.ts";

/** A window of frames that a request asks for, seconds of `t`. */
export interface AskedWindow {
	readonly from: number;
	readonly to: number;
}

/**
 * The window that a query asks for; undefined when it asks for the whole payload.
 *
 * @throws HostError `decode-request` for one end without the other, an end that is no number, and inverted ends
 */
export function askedWindow(request: FastifyRequest): AskedWindow | undefined {
	const { from, to } = decode(windowQuerySchema, request.query);
	if (from === undefined && to === undefined) return undefined;
	if (from === undefined || to === undefined) {
		throw new HostError("decode-request", { message: "A window has both ends: from and to." });
	}
	if (from > to) throw new HostError("decode-request", { message: "The window ends before it begins." });
	return { from, to };
}

/**
 * Answers with a window of a replay's frames. Its strong ETag is the digest of the answer itself: it is another one when
 * the replay's class changes.
 *
 * @throws HostError `window-too-large`, `evidence-damaged`
 */
export async function sendWindow(
	{ store, imports }: HostState,
	entry: CatalogEntry,
	answer: { readonly window: AskedWindow; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
	const { location } = entry;
	const report = await readEvidence(store, location, ["report.json"], reportFile);
	const { artifact, manifest } = await imports.exclusive(() => openArtifact(store, entry));
	const { summary } = await refreshEntry(store, entry, manifest);
	const cut = cutFrames(artifact, answer.window);
	const document: FrameWindow = {
		classification: summary.classification,
		validation: toldReport(report, summary),
		evidence_paths: ["manifest.json", payloadName(manifest.encoding), "report.json"].map((name) =>
			evidencePath(location, name),
		),
		persisted: true,
		replay_id: summary.replay_id,
		window: {
			...answer.window,
			first_frame: cut.firstFrame,
			frame_count: cut.frameCount,
			tick_count: cut.tickCount,
			content_digest: manifest.content_digest,
		},
		arrays: cut.arrays,
	};
	const bytes = Buffer.from(JSON.stringify(document));
	return sendEntity(answer.request, answer.reply, {
		file: inMemory(bytes),
		digest: sha256Of(bytes),
		contentType: "application/json; charset=utf-8",
		cacheControl: revalidated,
	});
}

function inMemory(bytes: Uint8Array): Pick<StoredFile, "byteLength" | "stream" | "close"> {
	return {
		byteLength: bytes.length,
		stream: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
		close: async () => undefined,
	};
}
