import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Plugin } from "vite";

/** Serves regular files inside `folder` under `/__golden/` to browser tests; anything else is a 404. */
export function goldenRoute(folder: string | null): Plugin {
	return {
		name: "hindcast:golden-route",
		configureServer(server) {
			server.middlewares.use("/__golden", async (request, response) => {
				const bytes = folder === null ? null : await readInside(folder, request.url ?? "/");
				response.statusCode = bytes ? 200 : 404;
				response.setHeader("Content-Type", "application/octet-stream");
				response.end(bytes ?? undefined);
			});
		},
	};
}

async function readInside(folder: string, url: string): Promise<Uint8Array | null> {
	try {
		const root = await realpath(folder);
		const file = await realpath(join(root, decodeURIComponent(url.split("?")[0] ?? "")));
		if (!file.startsWith(root + sep) || !(await stat(file)).isFile()) return null;
		return await readFile(file);
	} catch {
		return null;
	}
}
