import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { numberOf } from "./arguments.ts";
import { exitCode } from "./exit-codes.ts";
import { Failure, usageFailure } from "./failure.ts";

/** Where in a replay a note belongs: a frame, a span of time, or all of it. */
export interface AnnotationPlace {
	/** "" for a span and for the whole. */
	readonly frame_id: string;
	/** Seconds of the replay's `t`. */
	readonly t_start?: number;
	/** Seconds of the replay's `t`. */
	readonly t_end?: number;
}

interface PlaceOptions {
	readonly frame?: string | undefined;
	readonly from?: string | undefined;
	readonly to?: string | undefined;
	readonly whole?: boolean | undefined;
}

/**
 * The place that the options name, which must be in the replay.
 *
 * @throws Failure `usage` where they name none or several, `frame-unknown` and `span-outside` where the replay lacks it
 */
export function placeOf(options: PlaceOptions, { arrays }: ReplayArtifact): AnnotationPlace {
	const { frame, whole = false } = options;
	const from = numberOf("from", options.from);
	const to = numberOf("to", options.to);
	const isSpan = from !== undefined || to !== undefined;
	if (Number(frame !== undefined) + Number(isSpan) + Number(whole) !== 1) {
		throw usageFailure("a note needs one place", "Give --frame ID, or --from T --to T, or --whole.");
	}
	if (frame !== undefined) {
		if (!Array.from(arrays.frame_id.data, String).includes(frame))
			throw outside("frame-unknown", `frame "${frame}"`);
		return { frame_id: frame };
	}
	if (!isSpan) return { frame_id: "" };
	if (from === undefined || to === undefined || from > to) {
		throw usageFailure(
			"a span needs its start and its end",
			"Give both --from and --to, in seconds, in this order.",
		);
	}
	const times = arrays.t.data;
	if (times.length === 0 || from < times[0] || to > times[times.length - 1]) {
		throw outside("span-outside", `all of ${from} s to ${to} s`);
	}
	return { frame_id: "", t_start: from, t_end: to };
}

function outside(code: string, what: string): Failure {
	return new Failure({
		code,
		message: `the replay does not have ${what}`,
		hint: "hindcast inspect shows its times; its frame ids are in the array frame_id.",
		exit: exitCode.blocked,
	});
}
