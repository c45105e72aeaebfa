import type { ReadProgress } from "@hindcast/replay-protocol";
import type { Shell } from "./shell.ts";

const intervalMilliseconds = 100;

/** A line of progress on standard error, where that is a terminal; otherwise nothing. */
export interface Progress {
	/** Shows how far the work is, at most ten times a second. */
	readonly show: (progress: ReadProgress) => void;
	/** Clears the line. */
	readonly end: () => void;
}

/** Progress of one piece of work. */
export function createProgress(label: string, { stderr, now }: Shell): Progress {
	if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
	let shownAt = now();
	let isShown = false;
	return {
		show({ bytesDone, bytesTotal }) {
			if (now() - shownAt < intervalMilliseconds) return;
			shownAt = now();
			isShown = true;
			const share = bytesTotal === 0 ? 100 : Math.floor((100 * bytesDone) / bytesTotal);
			stderr.write(`\r\x1b[K${label} ${share} %`);
		},
		end() {
			if (isShown) stderr.write("\r\x1b[K");
			isShown = false;
		},
	};
}
