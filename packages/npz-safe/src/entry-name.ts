import { decodeUtf8 } from "./bytes.ts";
import { inEntry, refuse } from "./errors.ts";
import { type NpzLimits, within } from "./limits.ts";
import type { ZipEntry } from "./zip-directory.ts";
import { utf8Flag } from "./zip-fields.ts";

/** An entry whose name was checked. */
export interface NamedEntry {
	readonly entry: ZipEntry;
	/** The array's key: the name without `.npy`; undefined for an entry that is no array. */
	readonly key: string | undefined;
}

const suffix = ".npy";

/** Control, direction and zero-width characters, BOM, line separators, lone surrogates. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const fileTypeMask = 0o170000;
const regularFile = 0o100000;

/**
 * Decodes and checks every name: encoding, safety, duplicates; then tells arrays from foreign entries.
 *
 * Foreign entries are refused unless `foreign` is `"skip"`.
 */
export function nameEntries(
	entries: readonly ZipEntry[],
	{ limits, foreign }: { limits: NpzLimits; foreign: "refuse" | "skip" },
): NamedEntry[] {
	const seen = new Set<string>();
	const named = entries.map((entry) => {
		const name = inEntry(entry.name, () => decodeName(entry, limits));
		inEntry(name, () => claimName(seen, name));
		const renamed = { ...entry, name };
		return { entry: renamed, key: isForeign(renamed) ? undefined : keyOf(name) };
	});
	const stranger = named.find(({ key }) => key === undefined);
	if (stranger && foreign === "refuse") {
		refuse("entry-foreign", "entry is not an array", { entry: stranger.entry.name });
	}
	return named;
}

/** Refuses a name that is not safe, or that a reader could take for one seen before. */
export function claimName(seen: Set<string>, name: string): void {
	checkName(name);
	checkUnique(seen, name);
}

/** Refuses a name that is empty, that could leave a folder, or that does not look like what it is. */
function checkName(name: string): void {
	const folder = name.endsWith("/") ? name.slice(0, -1) : name;
	const forms = [folder, folder.normalize("NFKC")];
	const parts = forms.flatMap((form) => form.split("/")).flatMap((part) => [part, keyOf(part)]);
	if (invisible.test(name) || forms.some((form) => form.search(/\\|^[A-Za-z]:/) >= 0)) {
		refuse("name-unsafe", "drive, backslash or invisible character");
	}
	if (parts.some((part) => part.search(/^$|[. ]$/) >= 0)) {
		refuse("name-unsafe", "part is empty or ends in a dot or space");
	}
}

/**
 * Refuses the same name twice: compared in NFC, with and without `.npy` or `/`.
 *
 * NumPy gives `a.npy` for that key where there is such an entry, else `a.npy.npy`: both together are two files in one.
 */
function checkUnique(seen: Set<string>, name: string): void {
	const full = name.replace(/\/$/, "").normalize("NFC");
	for (const form of new Set([full, keyOf(full)])) {
		if (seen.has(form)) refuse("name-duplicate", "another entry has the same name");
		seen.add(form);
	}
}

function decodeName({ nameBytes, flags, name }: ZipEntry, limits: NpzLimits): string {
	within(limits.maxNameBytes, nameBytes.length, "limit-name-bytes");
	const isAscii = nameBytes.every((byte) => byte < 0x80);
	const text = flags & utf8Flag ? decodeUtf8(nameBytes) : isAscii ? name : undefined;
	return text ?? refuse("name-encoding", "name is neither ASCII nor flagged UTF-8");
}

function isForeign({ name, unixMode }: ZipEntry): boolean {
	const type = unixMode & fileTypeMask;
	return !name.endsWith(suffix) || name.startsWith("__MACOSX/") || (type !== 0 && type !== regularFile);
}

function keyOf(name: string): string {
	return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}
