import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HostError } from "../errors/host-error.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import { sendEntity } from "./entity.ts";

const maxFiles = 2000;
const maxBytes = 256 * 1024 * 1024;
const types: Readonly<Record<string, string>> = {
	html: "text/html; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	mjs: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	json: "application/json; charset=utf-8",
	webmanifest: "application/manifest+json",
	svg: "image/svg+xml",
	png: "image/png",
	jpg: "image/jpeg",
	webp: "image/webp",
	ico: "image/x-icon",
	woff2: "font/woff2",
	wasm: "application/wasm",
	txt: "text/plain; charset=utf-8",
};

interface CockpitFile {
	readonly bytes: Uint8Array;
	readonly digest: string;
	readonly contentType: string;
	readonly cacheControl: string;
}

/** The built cockpit: every file it may answer with, by address, held in memory. */
export type CockpitFiles = ReadonlyMap<string, CockpitFile>;

/**
 * Reads the built cockpit once. Only files with a known type are taken; links are not followed.
 *
 * @returns undefined where there is no built cockpit (no `index.html`)
 */
export async function loadCockpit(folder: string): Promise<CockpitFiles | undefined> {
	const files = new Map<string, CockpitFile>();
	let total = 0;
	for (const path of await listFiles(folder, "")) {
		const contentType = types[path.slice(path.lastIndexOf(".") + 1).toLowerCase()];
		if (contentType === undefined) continue;
		const bytes = await readFile(join(folder, path));
		total += bytes.length;
		if (files.size >= maxFiles || total > maxBytes) throw new RangeError("the cockpit is too large to serve");
		files.set(path, { bytes, digest: sha256Of(bytes), contentType, cacheControl: cachePolicy(path) });
	}
	return files.has("/index.html") ? files : undefined;
}

/**
 * Answers an address outside `/api`: a file of the cockpit, or its page for an address of the app's own.
 *
 * @throws HostError `not-found`, `method-not-allowed`, `cockpit-not-built`
 */
export async function serveCockpit(
	files: CockpitFiles | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	if (request.method !== "GET" && request.method !== "HEAD") {
		throw new HostError("method-not-allowed", { headers: { allow: "GET, HEAD" } });
	}
	if (files === undefined) throw new HostError("cockpit-not-built");
	const address = (request.raw.url ?? "/").split("?", 1)[0] ?? "/";
	const file = files.get(address === "/" ? "/index.html" : address) ?? pageFor(files, address);
	if (file === undefined) throw new HostError("not-found");
	const { bytes, ...entity } = file;
	return sendEntity(request, reply, {
		...entity,
		file: {
			byteLength: bytes.length,
			stream: (start, end) => Readable.from([bytes.subarray(start, end + 1)]),
			close: async () => undefined,
		},
	});
}

/** The page, for addresses such as `/replays/x`: not for missing assets, nor for files at the top. */
function pageFor(files: CockpitFiles, address: string): CockpitFile | undefined {
	const isFile = address.startsWith("/assets/") || /^\/[^/]*\.[^/]*$/.test(address);
	return isFile ? undefined : files.get("/index.html");
}

/** Vite puts a content hash into the names below `assets`, so those never change. */
function cachePolicy(path: string): string {
	return path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

async function listFiles(root: string, folder: string): Promise<string[]> {
	const found: string[] = [];
	const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
	for (const entry of entries) {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) found.push(...(await listFiles(root, path)));
		else if (entry.isFile()) found.push(path);
	}
	return found;
}
