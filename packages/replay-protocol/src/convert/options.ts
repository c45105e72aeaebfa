import type { ReadProgress } from "../pace.ts";
import { kindOf } from "../text.ts";
import { ConvertError } from "./errors.ts";

/**
 * What to do where a joint has no position in a frame: refuse (`fail`), keep its last one (`hold`, never before the
 * first), or leave the frame out (`drop-frame`).
 */
export type FillRule = "fail" | "hold" | "drop-frame";

/** How to convert; what every converter takes. */
export interface ConvertOptions {
	/** For whom the artifact is: `private` where absent. A public one has only the public metadata, and is judged as public. */
	readonly profile?: "public" | "private";
	/**
	 * What the source is by how it was made: `recorded` from a robot where absent; `simulated` where a mock or a simulator made
	 * it. Nothing in the source decides it.
	 */
	readonly artifactClass?: "recorded" | "simulated";
	/** Joint names in the order that the replay shall have, such as a robot profile's; without it the source's order stays. */
	readonly jointOrder?: readonly string[];
	/** Names for columns or motor ids of sources that name no joints, in the source's order. */
	readonly jointNames?: readonly string[];
	/** What to do where a joint has no position; `fail` where absent. */
	readonly fill?: FillRule;
	/** The robot: needed where the source does not name it, and compared where it does. */
	readonly robotId?: string;
	/** The bridge, likewise; never needed. */
	readonly bridgeId?: string;
	/** Where the data is from, in words that may be public: `[A-Za-z0-9 ._-]{1,64}`. */
	readonly sourceLabel?: string;
	/** Time of the conversion, RFC 3339 in UTC; libraries have no clock. Left out where absent. */
	readonly exportedAt?: string;
	/** Digest of the model file's bytes, `sha256:…`. */
	readonly modelSourceDigest?: string;
	/** Writes the optional arrays that the source does not have, filled with neutral values (NaN, -1, ""). Off where absent. */
	readonly neutral?: boolean;
	/** Aborts the conversion, which then rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** Called now and then: bytes done of bytes in all; of frames that are passed one by one, frames (in all: those so far). */
	readonly onProgress?: (progress: ReadProgress) => void;
}

const labelPattern = /^[A-Za-z0-9 ._-]{1,64}$/;
const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** Whether a text may be a public source label. */
export function isLabel(text: string): boolean {
	return labelPattern.test(text);
}

/**
 * Checks what a caller passed, so that a slip never converts by another rule than the one meant.
 *
 * @throws TypeError where the options are no object; ConvertError `option-invalid` naming the option
 */
export function checkOptions(options: ConvertOptions): void {
	if (typeof options !== "object" || options === null) {
		throw new TypeError(`options must be an object, got ${kindOf(options)}`);
	}
	const { profile, artifactClass, fill, sourceLabel, modelSourceDigest } = options;
	check("profile", oneOf(profile, ["public", "private"]), 'must be "public" or "private"');
	check(
		"artifactClass",
		oneOf(artifactClass, ["recorded", "simulated"]),
		'must be "recorded" or "simulated"',
	);
	check("fill", oneOf(fill, ["fail", "hold", "drop-frame"]), 'must be "fail", "hold" or "drop-frame"');
	check(
		"sourceLabel",
		sourceLabel === undefined || isLabel(sourceLabel),
		`must match ${labelPattern.source}`,
	);
	check(
		"modelSourceDigest",
		modelSourceDigest === undefined || digestPattern.test(modelSourceDigest),
		"must be sha256: and 64 lowercase hexadecimal digits",
	);
	for (const key of ["robotId", "bridgeId", "exportedAt"] as const) {
		check(
			key,
			isAbsentOr(options[key], (value) => typeof value === "string" && value !== ""),
			"must be text",
		);
	}
	for (const key of ["jointOrder", "jointNames"] as const) {
		check(key, isAbsentOr(options[key], isNameList), "must be a list of different names");
	}
}

function check(option: string, fits: boolean, reason: string): void {
	if (!fits) throw new ConvertError("option-invalid", option, { reason });
}

function oneOf(value: unknown, choices: readonly string[]): boolean {
	return isAbsentOr(value, (given) => choices.some((choice) => choice === given));
}

function isAbsentOr(value: unknown, fits: (value: unknown) => boolean): boolean {
	return value === undefined || fits(value);
}

function isNameList(value: unknown): boolean {
	if (!Array.isArray(value) || value.length === 0) return false;
	return (
		value.every((name) => typeof name === "string" && name !== "") && new Set(value).size === value.length
	);
}
