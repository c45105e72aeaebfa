const NS_PER_MS = 1e6;

/** A time in two parts, so that a view can set the second small and dim. */
export interface FormattedTime {
	/** Minutes, seconds and milliseconds, such as `00:13.060`; hours in front from one hour on, such as `1:00:13.060`. */
	readonly main: string;
	/** The six digits below the millisecond, such as `000000`. */
	readonly rest: string;
}

/**
 * Writes a duration of integer nanoseconds without a calendar in between. Digits are cut, never rounded: `main` and
 * `rest` together are exact.
 *
 * @param ns integer nanoseconds; a negative one gets a minus sign
 */
export function formatTime(ns: number): FormattedTime {
	const total = Math.abs(ns);
	const milliseconds = Math.floor(total / NS_PER_MS);
	const seconds = Math.floor(milliseconds / 1000);
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	const clock = `${pad(minutes % 60, 2)}:${pad(seconds % 60, 2)}.${pad(milliseconds % 1000, 3)}`;
	return {
		main: `${ns < 0 ? "−" : ""}${hours > 0 ? `${hours}:` : ""}${clock}`,
		rest: pad(total - milliseconds * NS_PER_MS, 6),
	};
}

function pad(value: number, digits: number): string {
	return String(value).padStart(digits, "0");
}
