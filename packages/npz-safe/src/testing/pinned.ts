import { writeNpz } from "../write-npz.ts";

/** SHA-256 of one stored and one deflated file: "same content, same bytes" in every runtime and release. */
export const pinned = "fb11254a52b087aa63270523f079639bdd198ced8e1b5b9ab5a1958ab7bc2513";

/** The digest of the files written here and now. */
export async function pinnedDigest(): Promise<string> {
	const content = {
		t: Float64Array.from({ length: 500 }, (_, i) => i / 50),
		имя: ["hip", "колено", "\u{1f916}"],
		mode: { data: new Uint8Array(500), dtype: "bool" },
	} as const;
	const files = [writeNpz(content), writeNpz(content, { compress: true })];
	const bytes = new Uint8Array(files[0].length + files[1].length);
	bytes.set(files[0]);
	bytes.set(files[1], files[0].length);
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
