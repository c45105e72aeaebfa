// The entries of the libraries: what a user can import.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../bootstrap/command.mjs";

/**
 * Every entry of every library, in order.
 *
 * @returns `{ name, specifier, file }`: `replay-protocol/http`, `@hindcast/replay-protocol/http`, and the source, absolute
 */
export function libraryEntries() {
	return readdirSync(resolve(root, "packages"))
		.filter((name) => existsSync(resolve(root, "packages", name, "package.json")))
		.sort()
		.flatMap((name) => {
			const folder = resolve(root, "packages", name);
			const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
			return Object.entries(manifest.exports ?? {})
				.filter(([subpath]) => subpath !== "./package.json")
				.map(([subpath, target]) => ({
					name: join(name, subpath),
					specifier: join(manifest.name, subpath),
					file: join(folder, target["@hindcast/source"] ?? ""),
				}));
		});
}
