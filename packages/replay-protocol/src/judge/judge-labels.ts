import type { BoolArray, IntegerArray, StringArray } from "../artifact.ts";
import { bridgeStatuses, limitStates, verificationStates } from "../fields.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import { hasControl, isPortable, utf8Length } from "../text.ts";
import type { ReadableMetadata } from "./judge-metadata.ts";

/** UTF-8 bytes of a joint name or frame id. */
const idBytes = 128;
const knownMode = /^(read-only|unavailable|control-gated|low|high|user|default|unknown-\d+)$/;

/** Tables of arrays whose codes the protocol fixes; words are judged where `closed`. */
const codeTables: Readonly<Record<string, { words: readonly string[]; closed: boolean }>> = {
	planned_contact: { words: ["0", "1"], closed: true },
	actual_contact: { words: ["0", "1"], closed: true },
	limit_state: { words: limitStates, closed: true },
	verification_state: { words: verificationStates, closed: true },
	bridge_status: { words: bridgeStatuses, closed: false },
};

/** Judges joint names, a (J,) array: valid text, each once. */
export function judgeJointNames({ data }: StringArray, findings: Findings): void {
	const seen = new Map<string, number>();
	for (const [index, name] of data.entries()) {
		const path = arrayPath("joint_name", index);
		if (name === "" || hasControl(name) || !isPortable(name) || utf8Length(name) > idBytes) {
			findings.add("joint-name-invalid", { path, params: { index } });
			continue;
		}
		const key = name.normalize("NFC");
		const first = seen.get(key);
		if (first === undefined) seen.set(key, index);
		else findings.add("joint-name-duplicate", { path, params: { name, indices: [first, index] } });
	}
}

/** Judges frame ids, a (T,) array: valid, each once; numeric ones in order. */
export function judgeFrameIds(array: StringArray | IntegerArray, findings: Findings): void {
	const { data } = array;
	const seen = new Map<string | number | bigint, number>();
	for (let frame = 0; frame < data.length; frame++) {
		const id = data[frame];
		if (typeof id === "string" ? id === "" || !isPortable(id) || utf8Length(id) > idBytes : id < 0) {
			findings.add("frame-id-invalid", { path: arrayPath("frame_id", frame), params: { frame } });
			continue;
		}
		if (frame > 0 && decreases(data[frame - 1], id)) {
			findings.add("frame-id-not-increasing", { path: arrayPath("frame_id", frame), params: { frame } });
		}
		const first = seen.get(id);
		if (first === undefined) seen.set(id, frame);
		else {
			const params = { frame_id: id, frames: [first, frame] };
			findings.add("frame-id-duplicate", { path: arrayPath("frame_id", frame), params });
		}
	}
}

function decreases(previous: string | number | bigint, id: string | number | bigint): boolean {
	return typeof id !== "string" && typeof previous !== "string" && id < previous;
}

/** Judges modes, a (T,) array of words, or of codes with labels in `metadata.enums.mode`. */
export function judgeModes(
	{ data }: StringArray | IntegerArray,
	metadata: ReadableMetadata,
	findings: Findings,
): void {
	const labels = metadata.enums?.["mode"];
	const judged = new Set<string | number | bigint>();
	for (let frame = 0; frame < data.length; frame++) {
		const value = data[frame];
		if (judged.has(value)) continue;
		const word = typeof value === "string" ? value : labelOf(labels, String(value));
		const path = arrayPath("mode", frame);
		if (word === undefined || word === "") {
			findings.add("mode-empty", { path, params: { frame, value } });
			continue;
		}
		judged.add(value);
		if (!knownMode.test(word)) findings.add("mode-unknown", { path, params: { value: word } });
	}
}

function labelOf(labels: Readonly<Record<string, string>> | undefined, code: string): string | undefined {
	return labels !== undefined && Object.hasOwn(labels, code) ? labels[code] : undefined;
}

/** Judges codes against the array's table; each unknown code or word is reported once. */
export function judgeCodes(
	name: string,
	array: StringArray | IntegerArray | BoolArray,
	metadata: ReadableMetadata,
	findings: Findings,
): void {
	if (array.dtype === "bool") return;
	const known = knownCodes(name, array.dtype === "string", metadata);
	if (known === null) return;
	const { data } = array;
	const seen = new Set<string | number | bigint>();
	let last: string | number | bigint | undefined;
	for (let i = 0; i < data.length; i++) {
		const code = data[i];
		if (code === last || seen.has(code)) continue;
		last = code;
		seen.add(code);
		if (!known.has(String(code))) {
			findings.add("enum-code-unknown", { path: arrayPath(name), params: { array: name, code } });
		}
	}
}

/** Texts of the codes or words the array may hold; null where it is free. */
function knownCodes(name: string, words: boolean, metadata: ReadableMetadata): ReadonlySet<string> | null {
	if (name === "planner_status") {
		return words ? null : new Set(["-1", ...Object.keys(metadata.enums?.["planner_status"] ?? {})]);
	}
	const table = codeTables[name];
	if (words) return table.closed ? new Set([...table.words, "unknown", ""]) : null;
	return new Set(["-1", ...table.words.keys()].map(String));
}

/** Judges the texts of any array: each must survive every encoding, within the length limit. */
export function judgeTexts(name: string, { data }: StringArray, maxBytes: number, findings: Findings): void {
	for (let i = 0; i < data.length; i++) {
		const text = data[i];
		const bytes = text.length > maxBytes / 3 ? utf8Length(text) : 0;
		if (bytes > maxBytes) {
			const params = { limit: "stringBytes", found: bytes, max: maxBytes, array: name };
			findings.add("size-limit-exceeded", { path: arrayPath(name, i), params });
		} else if (!isPortable(text)) {
			const params = { reason: "text is not portable", array: name };
			findings.add("container-corrupt", { path: arrayPath(name, i), params });
		}
	}
}
