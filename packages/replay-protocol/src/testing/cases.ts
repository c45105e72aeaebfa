import { type writeNpy, writeNpz } from "@hindcast/npz-safe";
import { expect } from "vitest";
import type { ReplayArray, ReplayArtifact } from "../artifact.ts";
import type { ReplayContext } from "../context.ts";
import type { ReplayBasics } from "../create.ts";
import { readReplay } from "../read.ts";
import type { Diagnostic, ValidationReport } from "../report/diagnostic.ts";
import { validateReplay } from "../validate.ts";
import { writeReplay } from "../write.ts";
import { sampleReplay } from "./sample.ts";

/** Gives a report. */
export type Case = () => Promise<ValidationReport>;

/** Judges the sample with other arrays or metadata. */
export function given(
	arrays: Readonly<Record<string, ReplayArray | undefined>>,
	metadata: Partial<ReplayBasics> = {},
	context?: ReplayContext,
): Case {
	return async () =>
		validateReplay(await sampleReplay(arrays as Record<string, ReplayArray>, metadata), context);
}

/** Judges the sample with metadata changed after it was made; undefined removes a key. */
export function declared(
	metadata: Readonly<Record<string, unknown>>,
	arrays: Record<string, ReplayArray> = {},
): Case {
	return async () => {
		const replay = await sampleReplay(arrays);
		const changed = Object.entries({ ...replay.metadata, ...metadata });
		const kept = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
		return validateReplay({ ...replay, metadata: kept } as ReplayArtifact);
	};
}

/** Reads the sample's JSON with one piece of text replaced. */
export function edited(from: string | RegExp, to: string): Case {
	return async () => {
		const text = new TextDecoder().decode(writeReplay(await sampleReplay(), { encoding: "json" }));
		expect(typeof from === "string" ? text.includes(from) : from.test(text)).toBe(true);
		return (await readReplay(new TextEncoder().encode(text.replace(from, to)))).report;
	};
}

/** Reads bytes. */
export function file(content: Uint8Array): Case {
	return async () => (await readReplay(content)).report;
}

/** Reads the sample as an NPZ with more or other members. */
export function archived(members: Readonly<Record<string, Parameters<typeof writeNpy>[0]>>): Case {
	return async () => {
		const { metadata, arrays } = await sampleReplay();
		const stored = Object.entries(arrays).map(([name, array]) => [
			name,
			array?.dtype === "string" ? { shape: array.shape, data: array.data } : array,
		]);
		const metadata_json = new TextEncoder().encode(JSON.stringify(metadata));
		const content = { metadata_json, ...Object.fromEntries(stored), ...members };
		return (await readReplay(writeNpz(content))).report;
	};
}

/** Inputs that give a code; a severity is named where the code has both. */
export type Cases<Code extends string> = Readonly<
	Record<Code, readonly (Case | readonly [Diagnostic["severity"], Case])[]>
>;
