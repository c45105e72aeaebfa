import { createServer, type IncomingMessage, METHODS, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { errorBody, toHostError } from "../errors/error-answer.ts";
import type { ErrorCode } from "../errors/error-codes.ts";
import { HostError } from "../errors/host-error.ts";
import type { HostState } from "../host-state.ts";
import { failureOf, type Logger } from "../log.ts";
import { type CockpitFiles, serveCockpit } from "./cockpit.ts";
import { checkCaller, securityHeaders } from "./guards.ts";
import { handlers } from "./handlers.ts";
import { type ApiRoute, routeList, routerPath, tablePath } from "./route-table.ts";

/** Every method that Node reads; CONNECT never reaches a route. */
const allMethods = METHODS.filter((method) => method !== "CONNECT");

/** What a server is made of. */
export interface ServerParts {
	readonly state: HostState;
	readonly cockpit: CockpitFiles | undefined;
	readonly log: Logger;
	readonly newId: () => string;
}

/** Builds the routes, guards and error answers; nothing listens yet. */
export async function createApp(parts: ServerParts): Promise<FastifyInstance> {
	const app = fastify({
		serverFactory: (handler) => createHttpServer(handler, parts.newId),
		genReqId: () => parts.newId(),
		logger: false,
		return503OnClosing: false,
		routerOptions: { maxParamLength: 1024 },
		frameworkErrors: (error, request, reply) => answerError(parts, error, request, reply),
	});
	acceptRawBodies(app);
	for (const method of allMethods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
	app.addHook("onRequest", async (request, reply) => {
		reply.headers(securityHeaders);
		checkCaller(request.raw);
	});
	app.addHook("onResponse", async (request, reply) => {
		parts.log({
			event: "request",
			request_id: request.id,
			method: request.method,
			route: routeOf(request),
			status: reply.statusCode,
			duration_ms: Math.round(reply.elapsedTime),
		});
	});
	app.setErrorHandler((error, request, reply) => answerError(parts, error, request, reply));
	app.setNotFoundHandler((request, reply) => {
		if (isApiAddress(request.raw.url)) throw new HostError("not-found");
		return serveCockpit(parts.cockpit, request, reply);
	});
	for (const route of routeList()) registerRoute(app, parts.state, route);
	await app.ready();
	return app;
}

/**
 * An HTTP server with the host's time limits, whose malformed requests get the host's error body. A missing `Host` is
 * left to the guards, so that it is answered like a wrong one.
 */
export function createHttpServer(
	handler: (request: IncomingMessage, response: ServerResponse) => void,
	newId: () => string,
): Server {
	const limits = { requestTimeout: 300_000, headersTimeout: 30_000, requireHostHeader: false };
	const server = createServer(limits, handler);
	server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
		const { status, headers, body } = plainError(new HostError("expectation-failed"), newId());
		response.writeHead(status, headers).end(body);
	});
	server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
		answerClientError(error, socket, newId()),
	);
	return server;
}

/** Whether an address belongs to the API, in any spelling of its prefix: those never get the cockpit's page. */
function isApiAddress(url: string | undefined): boolean {
	let path = (url ?? "").split(/[?#]/, 1)[0] ?? "";
	try {
		path = decodeURIComponent(path);
	} catch {
		// Judged as it stands.
	}
	return /^[/\\]+(?:\.\/)*api(?:[/\\]|$)/i.test(path);
}

/** Bodies are passed on as streams; every other content type, `text/plain` included, is answered with 415. */
function acceptRawBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	for (const type of ["application/json", "application/octet-stream", "application/msgpack"]) {
		app.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
	}
}

function registerRoute(
	app: FastifyInstance,
	state: HostState,
	route: ReturnType<typeof routeList>[number],
): void {
	const url = routerPath(route.path);
	const taken = allowedMethods(route);
	app.route({
		method: taken,
		url,
		exposeHeadRoute: false,
		handler: async (request, reply) => handlers[route.name](state, request, reply),
	});
	app.route({
		method: allMethods.filter((method) => !taken.includes(method)),
		url,
		exposeHeadRoute: false,
		onRequest: async () => {
			throw new HostError("method-not-allowed", { headers: { allow: taken.join(", ") } });
		},
		handler: async () => undefined,
	});
}

function allowedMethods({ method }: ApiRoute): string[] {
	return method === "GET" ? ["GET", "HEAD"] : ["POST"];
}

function routeOf(request: FastifyRequest): string {
	return tablePath(request.routeOptions.url, isApiAddress(request.raw.url));
}

function answerError(
	{ log }: ServerParts,
	thrown: unknown,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const error = wasCut(thrown) ? new HostError("bad-request") : toHostError(thrown);
	if (error.status === 500) log({ event: "failure", request_id: request.id, ...failureOf(thrown) });
	for (const name of ["content-length", "content-range", "content-type"]) reply.removeHeader(name);
	if (error.status >= 500) for (const name of ["etag", "accept-ranges"]) reply.removeHeader(name);
	return reply
		.code(error.status)
		.headers({ ...securityHeaders, "cache-control": "no-store", ...error.headers })
		.type("application/json; charset=utf-8")
		.send(errorBody(error, routeOf(request), request.id));
}

/** Whether the caller went away before its request was whole: no failure of the host. */
function wasCut(thrown: unknown): boolean {
	return thrown instanceof Error && "code" in thrown && thrown.code === "ECONNRESET";
}

function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, requestId: string): void {
	if (!socket.writable || error.code === "ECONNRESET") {
		socket.destroy();
		return;
	}
	const codes: Readonly<Record<string, ErrorCode>> = {
		HPE_HEADER_OVERFLOW: "header-too-large",
		ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
	};
	const known = new HostError(codes[error.code ?? ""] ?? "bad-request");
	const { status, headers, body } = plainError(known, requestId);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} Error\r\n${lines.join("")}\r\n${body}`);
}

/** The answer to a request that never reached the routes; the connection ends with it. */
function plainError(error: HostError, requestId: string) {
	const body = JSON.stringify(errorBody(error, "/*", requestId));
	const headers = {
		...securityHeaders,
		"cache-control": "no-store",
		"content-type": "application/json; charset=utf-8",
		"content-length": String(Buffer.byteLength(body)),
		connection: "close",
	};
	return { status: error.status, headers, body };
}
