import type { FloatArray } from "../artifact.ts";
import { arrayPath, type Findings } from "../report/findings.ts";

const path = arrayPath("t");
/** Steps of decimal times, such as 0.25 s, must not be stale by their rounding. */
const timeSlack = 1e-6;
const precisionLimitSeconds = 3600;
const epochLikeSeconds = 1e6;
/** From here on neighbouring float64 values are 2 ms apart, and sums of them stay far from overflow. */
const coarseSeconds = 2 ** 43;

/** Judges the frame times, a (T,) array: finite, not backwards, repeats, gaps, pauses, origin, precision. */
export function judgeTime(t: FloatArray, freshnessSeconds: number, findings: Findings): void {
	const { data } = t;
	const steps = new Float64Array(Math.max(0, data.length - 1));
	let stepCount = 0;
	let repeats = 0;
	let firstRepeat = 0;
	let largest = 0;
	for (let frame = 0; frame < data.length; frame++) {
		const current = data[frame];
		if (!Number.isFinite(current)) {
			findings.add("non-finite-required", {
				path: `${path}/${frame}`,
				params: { array: "t", frame, index: 0 },
			});
			continue;
		}
		largest = Math.max(largest, Math.abs(current));
		const previous = frame === 0 ? Number.NaN : data[frame - 1];
		if (current < previous) {
			findings.add("time-not-monotonic", { path: `${path}/${frame}`, params: { frame, previous, current } });
		} else if (current === previous) {
			if (repeats++ === 0) firstRepeat = frame;
		} else if (current > previous) {
			steps[stepCount++] = current - previous;
		}
	}
	if (repeats > 0) reportRepeats(data, firstRepeat, repeats, findings);
	reportGaps(data, medianOf(steps.subarray(0, stepCount)), freshnessSeconds, findings);
	reportStaleSpans(data, freshnessSeconds, findings);
	judgeOrigin(t, largest, findings);
}

function reportRepeats(data: ArrayLike<number>, frame: number, count: number, findings: Findings): void {
	const severity = count > data.length / 100 ? "blocking" : "advisory";
	findings.add("time-duplicate", {
		path: `${path}/${frame}`,
		params: { frame, t: data[frame], count },
		severity,
	});
}

function reportGaps(data: ArrayLike<number>, median: number, freshness: number, findings: Findings): void {
	const longest = Math.max(10 * median, freshness);
	for (let frame = 1; frame < data.length; frame++) {
		const gap = data[frame] - data[frame - 1];
		if (gap > longest && gap < Number.POSITIVE_INFINITY) {
			findings.add("time-gap", { path: `${path}/${frame}`, params: { frame, gap_s: gap } });
		}
	}
}

/** Spans in which every step is longer than the freshness limit, each once. */
function reportStaleSpans(data: ArrayLike<number>, freshness: number, findings: Findings): void {
	const longest = freshness + timeSlack;
	for (let frame = 1; frame < data.length; frame++) {
		if (!isPause(data, frame, longest)) continue;
		const first = frame;
		while (isPause(data, frame + 1, longest)) frame++;
		const params = { from_t: data[first - 1], to_t: data[frame] };
		findings.add("telemetry-stale-span", { path: `${path}/${first}`, params });
	}
}

function isPause(data: ArrayLike<number>, frame: number, longest: number): boolean {
	const step = data[frame] - data[frame - 1];
	return step > longest && step < Number.POSITIVE_INFINITY;
}

function judgeOrigin({ dtype, data }: FloatArray, largest: number, findings: Findings): void {
	if (data.length === 0) return;
	const first = data[0];
	if ((Number.isFinite(first) && first !== 0) || largest > epochLikeSeconds) {
		const coarse = largest >= coarseSeconds;
		findings.add("time-not-relative", {
			path,
			params: coarse ? { t0: first, largest } : { t0: first },
			severity: coarse ? "blocking" : "advisory",
		});
	}
	const duration = data[data.length - 1] - first;
	if (dtype === "float32" && duration > precisionLimitSeconds) {
		// Half-open binades of float32: neighbours at x are 2^(floor(log2 x) - 23) apart.
		const spacing = 2 ** (Math.floor(Math.log2(largest)) - 23);
		findings.add("time-precision", { path, params: { spacing_s: spacing } });
	}
}

/** Lower median; sorts in place. 0 where there is nothing to take it from. */
function medianOf(values: Float64Array): number {
	return values.length === 0 ? 0 : values.sort()[(values.length - 1) >> 1];
}
