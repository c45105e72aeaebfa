import { refuse } from "./errors.ts";
import { type NpzLimits, within } from "./limits.ts";
import { flagBit, type ZipEntry } from "./zip-directory.ts";

/** An entry whose name was checked. */
export interface NamedEntry {
	readonly entry: ZipEntry;
	/** The array's key: the name without `.npy`; undefined for an entry that is no array. */
	readonly key: string | undefined;
}

const suffix = ".npy";
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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
		const place = { entry: entry.name, what: "length of the name" };
		within(limits.maxNameBytes, entry.nameBytes.length, "limit-name-bytes", place);
		const name = decodeName(entry);
		checkName(name);
		claimName(seen, name);
		const renamed = { ...entry, name };
		return { entry: renamed, key: isForeign(renamed) ? undefined : keyOf(name) };
	});
	const stranger = named.find(({ key }) => key === undefined);
	if (stranger && foreign === "refuse") {
		refuse("entry-foreign", "entry is not an array", { entry: stranger.entry.name });
	}
	return named;
}

/** Refuses a name that is empty, that could leave a folder, or that does not look like what it is. */
export function checkName(name: string): void {
	const unsafe = (why: string): never => refuse("name-unsafe", `unsafe name: ${why}`, { entry: name });
	if (invisible.test(name)) unsafe("control, direction or zero-width characters");
	const folder = name.endsWith("/") ? name.slice(0, -1) : name;
	for (const form of new Set([folder, folder.normalize("NFKC")])) {
		if (form.includes("\\")) unsafe("backslash");
		if (/^[A-Za-z]:/.test(form)) unsafe("drive letter");
		for (const part of [...form.split("/"), keyOf(form.slice(form.lastIndexOf("/") + 1))]) {
			if (part === "" || part === ".") unsafe("empty part");
			if (/[. ]$/.test(part)) unsafe("a part ends in a dot or space");
		}
	}
}

/** Refuses a second name for one key: compared in NFC, with and without `.npy` or `/`. */
export function claimName(seen: Set<string>, name: string): void {
	const key = keyOf(name.replace(/\/$/, "")).normalize("NFC");
	if (seen.has(key)) refuse("name-duplicate", "another entry has the same name", { entry: name });
	seen.add(key);
}

function decodeName({ nameBytes, flags, name }: ZipEntry): string {
	if (flags & flagBit.utf8) {
		try {
			return utf8.decode(nameBytes);
		} catch {
			return refuse("name-encoding", "name is not valid UTF-8", { entry: name });
		}
	}
	if (nameBytes.some((byte) => byte > 0x7f))
		refuse("name-encoding", "non-ASCII name without the UTF-8 flag", { entry: name });
	return name;
}

function isForeign({ name, unixMode }: ZipEntry): boolean {
	const type = unixMode & fileTypeMask;
	return !name.endsWith(suffix) || name.startsWith("__MACOSX/") || (type !== 0 && type !== regularFile);
}

function keyOf(name: string): string {
	return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}
