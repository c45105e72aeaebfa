import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { ReplayEncoding } from "@hindcast/replay-protocol";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { HostError } from "../errors/host-error.ts";
import type { ByteBudget, ByteLease } from "./byte-budget.ts";
import { decode } from "./decode.ts";
import { jsonMembers, parseJson } from "./json-members.ts";

/** Limits of request bodies. */
export interface UploadLimits {
	/** Bytes of an octet-stream body. */
	readonly octetBytes: number;
	/** Bytes of a JSON body with an inline artifact. */
	readonly jsonBytes: number;
	/** Bytes of all bodies that are held in memory at the same time; one that is alone may be larger. */
	readonly collectedBytes: number;
}

/** What there is for request bodies. */
export interface UploadRoom {
	readonly limits: UploadLimits;
	readonly budget: ByteBudget;
}

/** A request about a replay, and the replay's bytes if it brought any. */
export interface Upload<T> {
	readonly request: T;
	readonly body: AsyncIterable<Uint8Array> | undefined;
	/** Collects the body in memory. @throws HostError `payload-too-large`, `uploads-busy` */
	readonly collect: () => Promise<Uint8Array>;
	readonly declared: ReplayEncoding | undefined;
}

/**
 * Reads a replay request in either of its forms, and lets `use` answer it. What was collected in memory counts against
 * the budget of all uploads until then.
 *
 * `application/json`: one object, whose `artifact` is the replay; its bytes are kept exactly as they stand in the body,
 * from the first brace to the last. `application/octet-stream` and `application/msgpack`: the body is the replay and is
 * passed on as a stream, with the request as base64url JSON in `x-replay-request`.
 *
 * @throws HostError `parse-request`, `decode-request`, `payload-too-large`, `unsupported-media-type`,
 *   `uploads-busy`
 */
export async function withUpload<T, Answer>(
	request: FastifyRequest,
	schema: z.ZodType<T>,
	{ limits, budget }: UploadRoom,
	use: (upload: Upload<T>) => Promise<Answer>,
): Promise<Answer> {
	const lease = budget.lease();
	try {
		return await use(await readUpload(request, schema, { limits, lease }));
	} finally {
		lease.release();
	}
}

const documentBytes = 64 * 1024;

/**
 * Reads the JSON body of a request that brings no replay: one strict document of at most 64 KiB.
 *
 * @throws HostError `parse-request`, `decode-request`, `unsafe-id`, `payload-too-large`, `unsupported-media-type`
 */
export async function readDocument<T>({ raw, headers }: FastifyRequest, schema: z.ZodType<T>): Promise<T> {
	if (contentType(headers) !== "application/json") throw new HostError("unsupported-media-type");
	return decode(schema, parseJson(await collect(raw, documentBytes)));
}

/** The content type of a body that is not compressed. */
function contentType(headers: IncomingHttpHeaders): string | undefined {
	const encoding = headers["content-encoding"];
	if (encoding !== undefined && encoding !== "identity") throw new HostError("unsupported-media-type");
	return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
}

interface Reading {
	readonly limits: UploadLimits;
	readonly lease: ByteLease;
}

async function readUpload<T>(
	request: FastifyRequest,
	schema: z.ZodType<T>,
	{ limits, lease }: Reading,
): Promise<Upload<T>> {
	const { headers } = request;
	const type = contentType(headers);
	const collectUpTo = (maxBytes: number) => collect(request.raw, maxBytes, lease);
	if (type === "application/json") return readJsonUpload(() => collectUpTo(limits.jsonBytes), schema);
	if (type !== "application/octet-stream" && type !== "application/msgpack") {
		throw new HostError("unsupported-media-type");
	}
	checkLength(request.raw, limits.octetBytes);
	return {
		request: decodeHeader(schema, headers["x-replay-request"]),
		body: bodyOf(request.raw),
		collect: () => collectUpTo(limits.octetBytes),
		declared: declaredEncoding(type, headers["x-replay-encoding"]),
	};
}

async function collect(raw: IncomingMessage, maxBytes: number, lease?: ByteLease): Promise<Uint8Array> {
	const declared = checkLength(raw, maxBytes);
	lease?.reserve(declared);
	const chunks: Uint8Array[] = [];
	let byteLength = 0;
	for await (const chunk of bodyOf(raw)) {
		byteLength += chunk.length;
		if (byteLength > maxBytes) throw new HostError("payload-too-large");
		lease?.reserve(byteLength);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, byteLength);
}

async function readJsonUpload<T>(
	collectBody: () => Promise<Uint8Array>,
	schema: z.ZodType<T>,
): Promise<Upload<T>> {
	const bytes = await collectBody();
	const members = [...jsonMembers(bytes)];
	const envelope = members.filter(([key]) => key !== "artifact");
	const text = envelope.map(([key, { start, end }]) => [key, parseJson(bytes.subarray(start, end))] as const);
	const range = members.find(([key]) => key === "artifact")?.[1];
	const artifact = range === undefined ? undefined : bytes.subarray(range.start, range.end);
	return {
		request: decode(schema, Object.fromEntries(text)),
		body: artifact === undefined ? undefined : once(artifact),
		collect: async () => artifact ?? new Uint8Array(0),
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

/** @returns the length that the request declares; 0 when it does not */
function checkLength(raw: IncomingMessage, maxBytes: number): number {
	const byteLength = Number(raw.headers["content-length"] ?? 0);
	if (byteLength > maxBytes) throw new HostError("payload-too-large");
	return byteLength;
}

/** The request of an octet stream; without the header, one that asks for nothing where the schema takes that. */
function decodeHeader<T>(schema: z.ZodType<T>, header: string | string[] | undefined): T {
	if (header !== undefined) return decode(schema, headerDocument(header));
	const empty = schema.safeParse({});
	if (empty.success) return empty.data;
	throw new HostError("decode-request", {
		message: "The header x-replay-request is missing.",
		hint: `Send the request as base64url JSON in x-replay-request, for example of ${exampleRequest}.`,
	});
}

const exampleRequest =
	'{"visibility":"private","requester":{"kind":"operator","id":"me"},"now_ms":"1782000000000"}';

function headerDocument(header: string | string[]): unknown {
	if (typeof header !== "string" || !/^[A-Za-z0-9_-]+={0,2}$/.test(header)) {
		throw new HostError("decode-request", { message: "x-replay-request is not base64url." });
	}
	return parseJson(Buffer.from(header, "base64url"));
}

/** What the headers say that the bytes are; both must say the same where both say something. */
function declaredEncoding(type: string, header: string | string[] | undefined): ReplayEncoding | undefined {
	const byType = type === "application/msgpack" ? "msgpack" : undefined;
	if (header === undefined) return byType;
	if (header !== "npz" && header !== "json" && header !== "msgpack") {
		throw new HostError("unsupported-media-type", {
			message: "x-replay-encoding is none of npz, json and msgpack.",
		});
	}
	if (byType === undefined || byType === header) return header;
	throw new HostError("unsupported-media-type", {
		message: "The content type and x-replay-encoding name two encodings.",
		hint: "Send application/msgpack without x-replay-encoding, or application/octet-stream with it.",
	});
}
