import { type Kind, kinds, oneOf } from "../options.ts";
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
	 * it. Frames that say so themselves make it `simulated` whatever is said here.
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
	for (const [key, value] of Object.entries(options)) {
		const known = Object.keys(optionKinds).join(", ");
		if (!Object.hasOwn(optionKinds, key)) refuse(key, `no such option; known are ${known}`);
		const { words, fits } = optionKinds[key as keyof ConvertOptions];
		if (value !== undefined && !fits(value)) refuse(key, `must be ${words}`);
	}
}

const notEmpty: Kind = { words: "text", fits: (value) => typeof value === "string" && value !== "" };
const names: Kind = { words: "a list of different names", fits: isNameList };

const optionKinds: Readonly<Record<keyof ConvertOptions, Kind>> = {
	profile: oneOf("public", "private"),
	artifactClass: oneOf("recorded", "simulated"),
	jointOrder: names,
	jointNames: names,
	fill: oneOf("fail", "hold", "drop-frame"),
	robotId: notEmpty,
	bridgeId: notEmpty,
	sourceLabel: {
		words: `text that matches ${labelPattern.source}`,
		fits: (value) => typeof value === "string" && isLabel(value),
	},
	exportedAt: notEmpty,
	modelSourceDigest: {
		words: "sha256: and 64 lowercase hexadecimal digits",
		fits: (value) => typeof value === "string" && digestPattern.test(value),
	},
	neutral: kinds.boolean,
	signal: kinds.signal,
	onProgress: kinds.function,
};

function refuse(option: string, reason: string): never {
	throw new ConvertError("option-invalid", option, { reason });
}

function isNameList(value: unknown): boolean {
	if (!Array.isArray(value) || value.length === 0) return false;
	return (
		value.every((name) => typeof name === "string" && name !== "") && new Set(value).size === value.length
	);
}
