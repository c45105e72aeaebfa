import type { MeshLoader } from "./mesh.ts";

/** Where a mesh is, as the host (or a dropped folder) resolved it, or why it is nowhere. */
export type MeshLocation =
	| { readonly url: string; readonly digest: string; readonly byteLength: number }
	| { readonly missing: string };

/** What {@link createMeshLoader} takes. */
export interface MeshLoaderOptions {
	/** Finds a reference; `digest` is `sha256:` and lowercase hex, `byteLength` the file's declared size. */
	readonly resolve: (reference: string) => MeshLocation | Promise<MeshLocation>;
	/** Defaults to the page's. */
	readonly fetch?: typeof fetch;
	/** Largest file; default 64 MB. */
	readonly maxBytes?: number;
	/** Decoded bytes kept by digest, least recently used out first; default 256 MB. */
	readonly cacheBytes?: number;
	/** Ends every load. */
	readonly signal?: AbortSignal;
}

/** Makes a loader. */
export function createMeshLoader(_options: MeshLoaderOptions): MeshLoader {
	return () => new Promise(() => {});
}
