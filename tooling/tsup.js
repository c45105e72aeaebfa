/**
 * Shared build preset of the libraries: one ES module and its types, for Node, browsers and workers.
 *
 * @param {import("tsup").Options} [overrides]
 * @returns {import("tsup").Options}
 */
export function library(overrides = {}) {
	return {
		entry: ["src/index.ts"],
		format: ["esm"],
		dts: true,
		target: "es2022",
		platform: "neutral",
		sourcemap: true,
		clean: true,
		...overrides,
	};
}
