/** The module `node:zlib`. */
export type NodeZlib = typeof import("node:zlib");

/**
 * Node's zlib where this runs on Node, else undefined.
 *
 * Asked for at run time, so that browser bundles hold no `node:` import.
 */
export const nodeZlib: NodeZlib | undefined = findZlib();

function findZlib(): NodeZlib | undefined {
	const host = globalThis as { process?: { getBuiltinModule?: (id: "node:zlib") => NodeZlib | undefined } };
	return host.process?.getBuiltinModule?.("node:zlib");
}
