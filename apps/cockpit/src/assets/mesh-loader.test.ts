import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isMeshError } from "./mesh.ts";
import { createMeshLoader, type MeshLocation } from "./mesh-loader.ts";

const obj = new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
const digest = `sha256:${createHash("sha256").update(obj).digest("hex")}`;
const place = { url: "/a", digest, byteLength: obj.byteLength };

function loaderOf(
	options: {
		location?: MeshLocation;
		body?: Uint8Array<ArrayBuffer>;
		status?: number;
		maxBytes?: number;
		cacheBytes?: number;
	} = {},
) {
	const requests: string[] = [];
	const load = createMeshLoader({
		resolve: () => options.location ?? place,
		fetch: async (url, init) => {
			requests.push(String(url));
			init?.signal?.throwIfAborted();
			return new Response(options.body ?? obj, { status: options.status ?? 200 });
		},
		...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
		...(options.cacheBytes === undefined ? {} : { cacheBytes: options.cacheBytes }),
	});
	return { load, requests };
}

const codeOf = (loading: Promise<unknown>) =>
	loading.then(
		() => null,
		(error: unknown) => (isMeshError(error) ? [error.code, error.reference] : error),
	);

describe("createMeshLoader", () => {
	it("reads a mesh whose digest is the promised one, and asks once for equal content", async () => {
		const { load, requests } = loaderOf();
		expect((await load("a.obj")).positions).toHaveLength(9);
		expect(await load("copy/of/A.OBJ")).toBe(await load("a.obj"));
		expect(requests).toEqual(["/a"]);
	});

	it("forgets what was used least recently", async () => {
		const { load, requests } = loaderOf({ cacheBytes: 1 });
		await load("a.obj");
		await load("a.obj");
		expect(requests).toHaveLength(2);
	});

	it.each([
		["nowhere", "mesh-missing", { location: { missing: "not in the model" } }],
		["too large", "mesh-too-large", { maxBytes: obj.byteLength - 1 }],
		["longer than promised", "mesh-fetch-failed", { body: new Uint8Array(obj.byteLength + 1) }],
		["shorter than promised", "mesh-fetch-failed", { body: new Uint8Array(obj.byteLength - 1) }],
		["other bytes", "mesh-digest-mismatch", { body: new Uint8Array(obj.byteLength) }],
		["not found", "mesh-fetch-failed", { status: 404 }],
	])("refuses a file that is %s", async (_what, code, options) => {
		expect(await codeOf(loaderOf(options).load("m/a.obj"))).toEqual([code, "m/a.obj"]);
	});

	it("names the reference when a reader refuses, and formats it does not read", async () => {
		expect(await codeOf(loaderOf().load("a.stl"))).toEqual(["mesh-malformed", "a.stl"]);
		expect(await codeOf(loaderOf().load("a.blend"))).toEqual(["mesh-format-unsupported", "a.blend"]);
	});

	it("can be ended, before and by either signal", async () => {
		const { load, requests } = loaderOf();
		expect(await codeOf(load("a.obj", AbortSignal.abort()))).toEqual(["mesh-aborted", "a.obj"]);
		expect(requests).toEqual([]);
		const ending = new AbortController();
		const all = createMeshLoader({
			resolve: () => place,
			fetch: (_url, init) =>
				new Promise((_, refuse) =>
					init?.signal?.addEventListener("abort", () => refuse(init.signal?.reason)),
				),
			signal: ending.signal,
		});
		const loading = codeOf(all("a.obj"));
		ending.abort();
		expect(await loading).toEqual(["mesh-aborted", "a.obj"]);
	});
});
