import { type MeshData, MeshError, type MeshLoader } from "./mesh.ts";
import { readObj } from "./obj.ts";
import { readStl } from "./stl.ts";

/** Where a mesh is, as the host (or a dropped folder) resolved it, or why it is nowhere. */
export type MeshLocation =
	| {
			readonly url: string;
			/** `sha256:` and lowercase hex of the file's bytes. */
			readonly digest: string;
			/** The file's size; more than that is never read. */
			readonly byteLength: number;
	  }
	| { readonly missing: string };

/** What {@link createMeshLoader} takes. */
export interface MeshLoaderOptions {
	/** Finds a reference as the robot description writes it. */
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

/**
 * Makes a loader of STL, OBJ and Collada meshes: bounded, abortable, and cached by content. What arrives is read only
 * when its SHA-256 is the one promised.
 *
 * @example
 * const loadMesh = createMeshLoader({ resolve: (reference) => assets.get(reference) ?? { missing: "not in the model" } });
 * const { positions } = await loadMesh("meshes/base.stl");
 */
export function createMeshLoader(options: MeshLoaderOptions): MeshLoader {
	const { maxBytes = 64 * 2 ** 20, cacheBytes = 256 * 2 ** 20 } = options;
	const cache = new MeshCache(cacheBytes);
	return async (reference, signal) => {
		const signals = [options.signal, signal].filter((one) => one !== undefined);
		const ending = AbortSignal.any(signals);
		try {
			ending.throwIfAborted();
			const location = await options.resolve(reference);
			ending.throwIfAborted();
			const place = checked(location, reference, maxBytes);
			const key = `${place.digest} ${formatOf(reference)}`;
			const known = cache.get(key);
			if (known) return known;
			const bytes = await download(place, reference, { fetch: options.fetch ?? fetch, signal: ending });
			await verify(bytes, place.digest, reference);
			ending.throwIfAborted();
			const mesh = await decode(bytes, reference);
			cache.set(key, mesh);
			return mesh;
		} catch (error) {
			throw asMeshError(error, reference, ending);
		}
	};
}

type Place = Exclude<MeshLocation, { missing: string }>;

function checked(location: MeshLocation, reference: string, maxBytes: number): Place {
	if ("missing" in location) {
		throw new MeshError("mesh-missing", location.missing, {
			reference,
			hint: "add the file beside the robot description",
		});
	}
	if (!(location.byteLength <= maxBytes)) {
		throw new MeshError("mesh-too-large", `${location.byteLength} bytes; at most ${maxBytes} are read`, {
			reference,
			hint: "simplify the mesh",
		});
	}
	return location;
}

async function download(
	place: Place,
	reference: string,
	{ fetch: load, signal }: { fetch: typeof fetch; signal: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> {
	const failed = (message: string) =>
		new MeshError("mesh-fetch-failed", message, {
			reference,
			hint: "check that the host is running, then reload",
		});
	const response = await load(place.url, { signal });
	if (!response.ok || !response.body) throw failed(`the host answered ${response.status}`);
	const bytes = new Uint8Array(place.byteLength);
	const reader = response.body.getReader();
	let length = 0;
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		if (length + part.value.length > bytes.length) {
			await reader.cancel();
			throw failed(`more than the promised ${place.byteLength} bytes arrived`);
		}
		bytes.set(part.value, length);
		length += part.value.length;
	}
	if (length !== bytes.length) throw failed(`${length} of ${place.byteLength} bytes arrived`);
	return bytes;
}

async function verify(bytes: Uint8Array<ArrayBuffer>, digest: string, reference: string): Promise<void> {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	const found = `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
	if (found !== digest) {
		throw new MeshError("mesh-digest-mismatch", `expected ${digest}, found ${found}`, {
			reference,
			hint: "the file changed since it was listed; reload the robot",
		});
	}
}

async function decode(bytes: Uint8Array, reference: string): Promise<MeshData> {
	const format = formatOf(reference);
	if (format === "stl") return readStl(bytes);
	if (format === "obj") return readObj(bytes);
	if (format === "dae") return (await import("./collada.ts")).readCollada(bytes);
	throw new MeshError(
		"mesh-format-unsupported",
		`${format || "a file without an ending"} is not STL, OBJ or DAE`,
		{
			reference,
			hint: "convert the mesh to STL, OBJ or Collada",
		},
	);
}

function formatOf(reference: string): string {
	return /\.([a-z0-9]+)$/i.exec(reference)?.[1]?.toLowerCase() ?? "";
}

function asMeshError(error: unknown, reference: string, signal: AbortSignal): MeshError {
	if (signal.aborted)
		return new MeshError("mesh-aborted", "loading was ended", { reference, hint: "load it again" });
	if (error instanceof MeshError) {
		return error.reference
			? error
			: new MeshError(error.code, error.message, { reference, hint: error.hint });
	}
	return new MeshError("mesh-fetch-failed", error instanceof Error ? error.message : String(error), {
		reference,
		hint: "check that the host is running, then reload",
	});
}

/** Decoded meshes by content, least recently used out first. */
class MeshCache {
	readonly #limit: number;
	readonly #meshes = new Map<string, MeshData>();
	#bytes = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get(key: string): MeshData | undefined {
		const mesh = this.#meshes.get(key);
		if (mesh) {
			this.#meshes.delete(key);
			this.#meshes.set(key, mesh);
		}
		return mesh;
	}

	set(key: string, mesh: MeshData): void {
		const old = this.#meshes.get(key);
		if (old) this.#bytes -= memoryOf(old);
		this.#meshes.delete(key);
		this.#meshes.set(key, mesh);
		this.#bytes += memoryOf(mesh);
		for (const [oldest, out] of this.#meshes) {
			if (this.#bytes <= this.#limit) break;
			this.#meshes.delete(oldest);
			this.#bytes -= memoryOf(out);
		}
	}
}

function memoryOf(mesh: MeshData): number {
	return (
		mesh.positions.buffer.byteLength +
		(mesh.normals?.buffer.byteLength ?? 0) +
		(mesh.colors?.buffer.byteLength ?? 0)
	);
}
