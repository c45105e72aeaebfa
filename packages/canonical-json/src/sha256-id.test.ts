import { createHash } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { sha256Id } from "./sha256-id.ts";
import { digests } from "./testing/vectors.ts";

afterEach(() => vi.unstubAllGlobals());

it("gives the published digests", async () => {
	for (const [text, id] of digests) expect(await sha256Id(new TextEncoder().encode(text))).toBe(id);
});

it("covers exactly the view, also of shared memory", async () => {
	for (const buffer of [new ArrayBuffer(300), new SharedArrayBuffer(300)]) {
		new Uint8Array(buffer).forEach((_, i, all) => {
			all[i] = i;
		});
		const view = new Uint8Array(buffer, 7, 200);
		expect(await sha256Id(view)).toBe(`sha256:${createHash("sha256").update(view).digest("hex")}`);
	}
});

it("takes the bytes at the call", async () => {
	const bytes = new TextEncoder().encode("abc");
	const pending = sha256Id(bytes);
	bytes.fill(0);
	expect(await pending).toBe(digests[1][1]);
});

it("takes bytes only", async () => {
	await expect(sha256Id("abc" as never)).rejects.toThrow(/TextEncoder/);
	await expect(sha256Id(new ArrayBuffer(3) as never)).rejects.toThrow(TypeError);
});

it("says what a page without Web Crypto lacks", async () => {
	vi.stubGlobal("crypto", {});
	await expect(sha256Id(new Uint8Array())).rejects.toMatchObject({ code: "crypto-unavailable" });
});
