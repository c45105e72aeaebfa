import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { exitCode } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { readInput } from "./input.ts";
import { type Shell, write } from "./shell.ts";
import { printable } from "./text.ts";

const largestFrame = 1024 * 1024;

/** Whether a path is a folder; what is not there is none. */
export async function isFolder(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/**
 * The frames of a telemetry folder, one file each, in the order of their names; read one at a time.
 *
 * Hidden files are passed over. What else is no `.json` file is named on standard error, so that nothing is left out
 * unsaid.
 *
 * @param onFrame is told the path of each frame, before the frame is read
 */
export async function* telemetryFrames(
	folder: string,
	shell: Shell,
	onFrame: (path: string) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
	const entries = (await readdir(folder, { withFileTypes: true }))
		.filter(({ name }) => !name.startsWith("."))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	const frames = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".json"));
	if (frames.length === 0) {
		throw new Failure({
			code: "no-frames",
			message: `${folder} holds no telemetry frames`,
			hint: "Name the folder of one session: runs/telemetry/<session>, with a JSON file for each frame.",
			exit: exitCode.io,
		});
	}
	for (const { name } of entries.filter((entry) => !frames.includes(entry))) {
		await write(shell.stderr, `note: ${printable(name)} is no frame and was left out\n`);
	}
	for (const { name } of frames) {
		const path = join(folder, name);
		onFrame(path);
		yield await readInput(path, shell, largestFrame);
	}
}
