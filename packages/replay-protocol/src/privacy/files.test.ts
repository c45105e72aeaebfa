import { encode } from "@msgpack/msgpack";
import { expect, it } from "vitest";
import { readReplay } from "../read.ts";
import { leaks } from "../testing/leaks.ts";
import { bytes, publicBasics, sampleReplay } from "../testing/sample.ts";
import { writeReplay } from "../write.ts";

const marker = "q7k3";
const name = `x_${"a".repeat(18)}`;

/** The public sample, with an array of the producer's own. */
const plain = async (encoding: "json" | "npz" | "msgpack") => {
	const replay = await sampleReplay({ [name]: bytes([1]) }, publicBasics);
	return Buffer.from(writeReplay(replay, { encoding }));
};

/** The file with the name of that array replaced by a text of the same length. */
async function renamed(encoding: "json" | "npz" | "msgpack", to: string): Promise<Uint8Array> {
	expect(to).toHaveLength(name.length);
	const file = await plain(encoding);
	expect(file.includes(name)).toBe(true);
	for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name)) file.write(to, at);
	return file;
}

function commented(archive: Uint8Array, comment: string): Uint8Array {
	const file = Buffer.concat([archive, Buffer.from(comment)]);
	file.writeUInt16LE(Buffer.byteLength(comment), archive.length - 2);
	return file;
}

it.each<[string, string, () => Promise<Uint8Array>]>([
	["private-path", "NPZ comment", async () => commented(await plain("npz"), `from /srv/${marker}/x`)],
	["email-address", "NPZ comment", async () => commented(await plain("npz"), `${marker}@example.org`)],
	["hostname-local", "NPZ member", () => renamed("npz", `x_robot-a.${marker}.local`)],
	["hostname-local", "JSON array", () => renamed("json", `x_robot-a.${marker}.local`)],
	["hostname-local", "msgpack array", () => renamed("msgpack", `x_robot-a.${marker}.local`)],
	["container-unsafe-member", "NPZ member", () => renamed("npz", `/srv/robots/${marker}/abc`)],
	["container-unsafe-member", "NPZ member", () => renamed("npz", `../../home/${marker}/abcd`)],
	["container-unsafe-member", "JSON array", () => renamed("json", `/srv/robots/${marker}/abc`)],
	["container-unsafe-member", "msgpack array", () => renamed("msgpack", `/srv/robots/${marker}/abc`)],
	[
		"private-path",
		"JSON key",
		async () => {
			const text = Buffer.from(await plain("json")).toString();
			return Buffer.from(text.replace("{", `{"/srv/${marker}/x":{"${marker}":"/home/${marker}/x"},`));
		},
	],
	[
		"private-path",
		"msgpack key",
		async () => {
			const { metadata } = await sampleReplay({}, publicBasics);
			return encode({ [`/srv/${marker}/x`]: `/home/${marker}/x`, metadata, arrays: {} });
		},
	],
	["container-corrupt", "JSON text", async () => Buffer.from(`{"metadata": /home/${marker}/x}`)],
	["container-corrupt", "JSON keys", async () => Buffer.from(`{"/srv/${marker}/x":1,"/srv/${marker}/x":2}`)],
	[
		"malformed-metadata",
		"JSON metadata",
		async () => Buffer.from(`{"metadata":{"/srv/${marker}/x":1,"/srv/${marker}/x":2}}`),
	],
	[
		"duplicate-array",
		"JSON arrays",
		async () => Buffer.from(`{"arrays":{"/srv/${marker}/x":[1],"/srv/${marker}/x":[2]}}`),
	],
	[
		"unknown-protocol",
		"JSON metadata",
		async () => Buffer.from(`{"metadata":{"protocol":"/srv/${marker}/x"},"arrays":{}}`),
	],
])("%s: %s, and the value is nowhere in the report", async (code, _, file) => {
	const { report, artifact } = await readReplay(await file());
	expect(report.diagnostics.map((one) => one.code)).toContain(code);
	expect(artifact).toBeUndefined();
	expect(leaks([marker], JSON.stringify(report))).toEqual([]);
});
