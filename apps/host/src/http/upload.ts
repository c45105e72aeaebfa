import type { IncomingMessage } from "node:http";
import type { ReplayEncoding } from "@hindcast/replay-protocol";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { HostError } from "../errors/host-error.ts";
import { jsonMembers, parseJson } from "./json-members.ts";

/** Limits of request bodies. */
export interface UploadLimits {
	/** Bytes of an octet-stream body. */
	readonly octetBytes: number;
	/** Bytes of a JSON body with an inline artifact. */
	readonly jsonBytes: number;
}

/** A request about a replay, and the replay's bytes if it brought any. */
export interface Upload<T> {
	readonly request: T;
	readonly body: AsyncIterable<Uint8Array> | undefined;
	readonly declared: ReplayEncoding | undefined;
}

/**
 * Reads a replay request in either of its forms.
 *
 * `application/json`: one object, whose `artifact` is the replay; its bytes are kept exactly as they stand in the body,
 * from the first brace to the last. `application/octet-stream`: the body is the replay and is passed on as a stream,
 * with the request as base64url JSON in `x-replay-request`.
 *
 * @throws HostError `parse-request`, `decode-request`, `payload-too-large`, `unsupported-media-type`
 */
export async function readUpload<T>(
	request: FastifyRequest,
	schema: z.ZodType<T>,
	limits: UploadLimits,
): Promise<Upload<T>> {
	const { headers } = request;
	const encoding = headers["content-encoding"];
	if (encoding !== undefined && encoding !== "identity") throw new HostError("unsupported-media-type");
	const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
	if (type === "application/json") return readJsonUpload(request.raw, schema, limits.jsonBytes);
	if (type !== "application/octet-stream") throw new HostError("unsupported-media-type");
	checkLength(request.raw, limits.octetBytes);
	return {
		request: decode(schema, headerDocument(headers["x-replay-request"])),
		body: bodyOf(request.raw),
		declared: declaredEncoding(headers["x-replay-encoding"]),
	};
}

/** Collects a body in memory. @throws HostError `payload-too-large` */
export async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let byteLength = 0;
	for await (const chunk of body) {
		byteLength += chunk.length;
		if (byteLength > maxBytes) throw new HostError("payload-too-large");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, byteLength);
}

/** @throws HostError `decode-request` naming the first key at fault, never its value */
export function decode<T>(schema: z.ZodType<T>, value: unknown): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const key = parsed.error.issues[0]?.path.find((part) => typeof part === "string");
	const known = typeof key === "string" && /^[a-z_]{1,40}$/.test(key) ? ` at ${key}` : "";
	if (key === "replay_id") throw new HostError("unsafe-id");
	throw new HostError("decode-request", {
		message: `The request does not have the documented shape${known}.`,
	});
}

async function readJsonUpload<T>(
	raw: IncomingMessage,
	schema: z.ZodType<T>,
	maxBytes: number,
): Promise<Upload<T>> {
	checkLength(raw, maxBytes);
	const bytes = await collect(bodyOf(raw), maxBytes);
	const members = [...jsonMembers(bytes)];
	const envelope = members.filter(([key]) => key !== "artifact");
	const text = envelope.map(([key, { start, end }]) => [key, parseJson(bytes.subarray(start, end))] as const);
	const artifact = members.find(([key]) => key === "artifact")?.[1];
	return {
		request: decode(schema, Object.fromEntries(text)),
		body: artifact === undefined ? undefined : once(bytes.subarray(artifact.start, artifact.end)),
		declared: artifact === undefined ? undefined : "json",
	};
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** The body's chunks. Stopping early keeps the connection and drops the rest, so that the error is still answered. */
async function* bodyOf(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
	try {
		yield* raw.iterator({ destroyOnReturn: false });
	} finally {
		raw.resume();
	}
}

function checkLength(raw: IncomingMessage, maxBytes: number): void {
	if (Number(raw.headers["content-length"] ?? 0) > maxBytes) throw new HostError("payload-too-large");
}

function headerDocument(header: string | string[] | undefined): unknown {
	if (header === undefined) return {};
	if (typeof header !== "string" || !/^[A-Za-z0-9_-]+={0,2}$/.test(header)) {
		throw new HostError("decode-request", { message: "x-replay-request is not base64url." });
	}
	return parseJson(Buffer.from(header, "base64url"));
}

function declaredEncoding(header: string | string[] | undefined): ReplayEncoding | undefined {
	if (header === undefined || header === "npz" || header === "json") return header;
	throw new HostError("unsupported-media-type");
}
