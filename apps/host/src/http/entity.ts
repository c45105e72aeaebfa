import { createHash } from "node:crypto";
import { pipeline, Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HostError } from "../errors/host-error.ts";
import type { StoredFile } from "../storage/directory.ts";
import { selectBytes } from "./conditional-request.ts";

/** Bytes with a strong identity, ready to be sent. */
export interface Entity {
	readonly file: Pick<StoredFile, "byteLength" | "stream" | "close">;
	/** `sha256:<hex>` of all bytes: the strong entity tag. */
	readonly digest: string;
	readonly contentType: string;
	readonly cacheControl: string;
}

/** Cache policy of evidence: kept by the browser, checked by ETag before each use, never transformed. */
export const revalidated = "private, no-cache, no-transform";

/**
 * Answers GET and HEAD with a stored entity: preconditions, one byte range, exact length, strong ETag. The file is
 * read through the handle that was opened before its tag was made, and closed in every case. A whole entity is hashed
 * once more on its way out, and its last bytes are held back until they are known to be the tagged ones.
 */
export async function sendEntity(
	request: FastifyRequest,
	reply: FastifyReply,
	entity: Entity,
): Promise<FastifyReply> {
	const { file } = entity;
	const etag = `"${entity.digest}"`;
	const method = request.method === "HEAD" ? "HEAD" : "GET";
	const selection = selectBytes(request.headers, { method, etag, byteLength: file.byteLength });
	reply.headers({ etag, "accept-ranges": "bytes", "cache-control": entity.cacheControl });
	if (selection.status === 200 || selection.status === 206) {
		const { start, end } = selection.status === 206 ? selection : { start: 0, end: file.byteLength - 1 };
		reply.code(selection.status).headers({
			"content-type": entity.contentType,
			"content-length": String(end - start + 1),
			...(selection.status === 206 ? { "content-range": `bytes ${start}-${end}/${file.byteLength}` } : {}),
		});
		if (method === "GET" && end >= start) {
			const bytes = file.stream(start, end);
			return reply.send(selection.status === 206 ? bytes : verified(bytes, entity.digest));
		}
	}
	await file.close();
	if (selection.status === 412) throw new HostError("precondition-failed");
	if (selection.status === 416) {
		const headers = { "content-range": `bytes */${file.byteLength}` };
		throw new HostError("range-not-satisfiable", { headers });
	}
	if (selection.status === 304) reply.code(304);
	return reply.send();
}

/**
 * The same bytes, but for the last chunk when they are not the ones with this digest: an answer is then cut off, or is
 * an error when it was to be of one chunk.
 */
export function verified(bytes: NodeJS.ReadableStream, digest: string): Transform {
	const hash = createHash("sha256");
	let held: Uint8Array | undefined;
	const guard = new Transform({
		transform(chunk: Uint8Array, _encoding, done) {
			hash.update(chunk);
			done(null, held);
			held = chunk;
		},
		flush(done) {
			if (`sha256:${hash.digest("hex")}` === digest) done(null, held);
			else done(new HostError("evidence-damaged"));
		},
	});
	// Fastify answers the guard's error, or cuts the answer off; a caller that leaves closes both streams.
	return pipeline(bytes, guard, () => undefined);
}
