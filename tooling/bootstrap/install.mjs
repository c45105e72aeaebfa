// Installs the workspace with the pinned pnpm, and skips that when what is installed is what the lock says.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { root, run } from "./command.mjs";
import { fail, step } from "./report.mjs";

const stampFile = resolve(root, "node_modules/.hindcast-lock");

/** Hash of everything that decides what an install gives. */
function wantedStamp() {
	const hash = createHash("sha256");
	for (const name of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"])
		hash.update(readFileSync(resolve(root, name)));
	return `${hash.digest("hex")} ${process.version} ${process.platform}-${process.arch}\n`;
}

function isInstalled(stamp) {
	return (
		existsSync(resolve(root, "node_modules/.pnpm")) &&
		existsSync(stampFile) &&
		readFileSync(stampFile, "utf8") === stamp
	);
}

/** Makes `node_modules` match the lock file; offline when it already does. */
export async function install() {
	const stamp = wantedStamp();
	if (isInstalled(stamp)) return;
	const { packageManager } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
	rmSync(stampFile, { force: true });
	const code = await step(`installing the workspace (${packageManager})`, () =>
		run(
			"npx",
			["--yes", "--prefer-offline", packageManager, "install", "--frozen-lockfile", "--prod=false"],
			{
				env: { CI: "true" },
				quiet: true,
			},
		),
	);
	if (code !== 0)
		fail(
			"the install failed; its output is above. A first install needs the npm registry; run the command again when it can be reached.",
		);
	writeFileSync(stampFile, stamp);
}
