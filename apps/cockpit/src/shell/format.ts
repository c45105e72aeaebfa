import type { Messages } from "../i18n/en.ts";
import { formatTime } from "../playback/format-time.ts";

/** A number for a column of numbers: four decimals, a real minus, and none before zero; a dash where it is not known. */
export function formatValue(value: number, digits = 4): string {
	if (!Number.isFinite(value)) return "—";
	const text = value.toFixed(digits);
	return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** A time as text, without the nanoseconds. */
export function clockText(timeNs: number): string {
	return formatTime(timeNs).main;
}

/** A digest short enough for a strip; the whole one is in the proof and in the copy. */
export function shortDigest(digest: string): string {
	const [algorithm, hex = ""] = digest.split(":");
	return `${algorithm} ${hex.slice(0, 8)}…`;
}

/** A size in the unit that fits; `number` writes it in the reader's language. */
export function formatBytes(bytes: number, number: Messages["number"]): string {
	const units = ["B", "KiB", "MiB", "GiB"];
	let value = bytes;
	let unit = 0;
	while (value >= 1024 && unit < units.length - 1) {
		value /= 1024;
		unit++;
	}
	return `${unit === 0 ? value : number(value, 1)} ${units[unit]}`;
}
