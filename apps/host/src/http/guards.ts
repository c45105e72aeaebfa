import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { HostError } from "../errors/host-error.ts";

const contentSecurityPolicy = [
	"default-src 'self'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"worker-src 'self' blob:",
	"connect-src 'self'",
	"object-src 'none'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
	"form-action 'self'",
].join("; ");

/** Headers of every answer. There are no CORS headers: other origins get nothing. */
export const securityHeaders: Readonly<Record<string, string>> = {
	"content-security-policy": contentSecurityPolicy,
	"x-content-type-options": "nosniff",
	"cross-origin-resource-policy": "same-origin",
	"cross-origin-opener-policy": "same-origin",
	"referrer-policy": "no-referrer",
};

/**
 * Refuses requests that a page of another origin could have caused, before their bodies are read.
 *
 * The `Host` must name this server exactly, port included: a rebound DNS name does not. Everything but GET and HEAD
 * must come from the host's own pages or from a program that sends neither `Origin` nor `Sec-Fetch-Site`.
 *
 * @throws HostError `host-not-allowed`, `cross-origin-request`, `bad-request`
 */
export function checkCaller(request: IncomingMessage): void {
	if (request.url?.startsWith("/") !== true) throw new HostError("bad-request");
	const { host } = request.headers;
	// RFC 9112, 3.2: HTTP/1.1 has to say whom it means.
	if (host === undefined && request.httpVersion === "1.1") throw new HostError("bad-request");
	const port = request.socket.localPort;
	const own = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
	if (host === undefined || !own.includes(host) || countHeader(request, "host") !== 1) {
		throw new HostError("host-not-allowed");
	}
	if (request.method === "GET" || request.method === "HEAD") return;
	if (!isSameOrigin(request.headers, `http://${host}`)) throw new HostError("cross-origin-request");
}

function isSameOrigin(headers: IncomingHttpHeaders, own: string): boolean {
	const { origin, "sec-fetch-site": site } = headers;
	return (
		(origin === undefined || origin === own) &&
		(site === undefined || site === "same-origin" || site === "none")
	);
}

function countHeader(request: IncomingMessage, name: string): number {
	return request.rawHeaders.filter((value, at) => at % 2 === 0 && value.toLowerCase() === name).length;
}
