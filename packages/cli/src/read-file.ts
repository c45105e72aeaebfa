import {
	type ReadOptions,
	type ReadResult,
	type ReplayArtifact,
	readReplay,
} from "@hindcast/replay-protocol";
import { exitCode } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { inputName, readInput } from "./input.ts";
import { createProgress } from "./progress.ts";
import { findingLines, verdict } from "./report-text.ts";
import { type Shell, write } from "./shell.ts";

/** A file that was read as a replay. */
export interface ReplayFile extends ReadResult {
	/** The file's bytes. */
	readonly bytes: Uint8Array;
}

/** Reads a file, or standard input, as a replay and judges it. */
export async function readReplayFile(
	path: string,
	shell: Shell,
	options: Pick<ReadOptions, "profile" | "context"> = {},
): Promise<ReplayFile> {
	const bytes = await readInput(path, shell);
	const progress = createProgress(inputName(path), shell);
	try {
		const { signal } = shell;
		return { bytes, ...(await readReplay(bytes, { ...options, signal, onProgress: progress.show })) };
	} finally {
		progress.end();
	}
}

/**
 * Reads a file of which the replay is needed. The report judges all of it; a replay whose content is whole is read even where
 * it says too much for a public one, or claims what nothing here proves. What blocks its content goes to standard error.
 *
 * @throws Failure `blocked`
 */
export async function requireReplay(
	path: string,
	shell: Shell,
): Promise<ReplayFile & { readonly artifact: ReplayArtifact }> {
	const file = await readReplayFile(path, shell);
	const artifact = file.artifact ?? (await readContent(file, shell));
	if (artifact !== undefined) return { ...file, artifact };
	const diagnostics = file.report.diagnostics.filter(({ severity }) => severity === "blocking");
	const blocking = { ok: false, diagnostics };
	await write(shell.stderr, findingLines(blocking));
	throw new Failure({
		code: "blocked",
		message: `${inputName(path)}: ${verdict(blocking)}`,
		hint: "Repair what blocks; hindcast validate names everything.",
		exit: exitCode.blocked,
	});
}

async function readContent({ bytes }: ReplayFile, { signal }: Shell): Promise<ReplayArtifact | undefined> {
	return (await readReplay(bytes, { scope: "content", signal })).artifact;
}
