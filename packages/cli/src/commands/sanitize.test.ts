import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCli, type Cli } from "../testing/cli.ts";
import { vectorBytes, vectorDigests } from "../testing/replays.ts";

const secrets = [
	"/home/ada/robobooks/tern",
	"lab-host-17.internal.example",
	"10.20.30.40:502",
	"session-4711",
];
const metadata = {
	visibility: "private" as const,
	robobook_root: secrets[0],
	host: secrets[1],
	session_id: secrets[3],
	notes: `bridge at ${secrets[2]}`,
	"/home/ada/key": "x",
};
let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	for (const encoding of ["json", "npz", "msgpack"] as const)
		await writeFile(join(cli.folder, `private.${encoding}`), await vectorBytes(encoding, metadata));
	await writeFile(join(cli.folder, "clean.npz"), await vectorBytes("npz"));
}, 120_000);
afterAll(() => cli.remove());

describe("hindcast sanitize", { timeout: 120_000 }, () => {
	it("makes a public copy in each encoding that holds none of it, and says what it left out, never its value", async () => {
		for (const encoding of ["json", "npz", "msgpack"]) {
			expect((await cli.run(["validate", "--public", `private.${encoding}`])).code).toBe(1);
			const { code, stdout, stderr } = await cli.run([
				"sanitize",
				`private.${encoding}`,
				"-o",
				`public.${encoding}`,
			]);
			expect([code, stderr]).toEqual([0, ""]);
			expect(stdout).toMatch(/^\/metadata\/robobook_root: [a-z-]+$/m);
			expect(stdout).toMatch(/^\/metadata\/notes: [a-z-]+$/m);
			expect(stdout).toMatch(/\n\d+ left out or replaced; the copy is valid/);
			const file = (await readFile(join(cli.folder, `public.${encoding}`))).toString("latin1");
			for (const secret of [...secrets, "/home/ada"]) {
				expect(stdout).not.toContain(secret);
				expect(file).not.toContain(secret);
			}
			expect((await cli.run(["validate", "--public", `public.${encoding}`])).code).toBe(0);
			expect((await cli.run(["digest", `public.${encoding}`])).stdout).toContain(vectorDigests.content);
		}
	});

	it("prints JSON: redactions, and the report of the finished bytes", async () => {
		const { stdout } = await cli.run(["sanitize", "private.npz", "-o", "json.npz", "--json"]);
		const { redactions, validation } = JSON.parse(stdout);
		expect(redactions).toContainEqual({ path: "/metadata/host", rule: expect.any(String) });
		expect(validation.valid).toBe(true);
	});

	it("pipes the copy and tells the redactions on standard error", async () => {
		const { code, bytes, stderr } = await cli.run(["sanitize", "-", "-o", "-"], {
			stdin: await vectorBytes("npz", metadata),
		});
		expect([code, bytes.subarray(0, 2).toString()]).toEqual([0, "PK"]);
		expect(stderr).toContain("/metadata/host: ");
	});

	it("says what the file held outside the replay, and never what it was", async () => {
		const npz = Buffer.from(await vectorBytes("npz", { visibility: "private" }));
		const comment = Buffer.from("made on lab-host-17.local");
		npz.writeUInt16LE(comment.length, npz.length - 2);
		const json = JSON.parse(Buffer.from(await vectorBytes("json")).toString());
		const sources = [
			["npz", Buffer.concat([npz, comment]), "/container/comment"],
			["json", JSON.stringify({ ...json, notebook: "lab-host-17.local" }), "/notebook"],
		] as const;
		for (const [encoding, stdin, place] of sources) {
			const args = ["sanitize", "-", "-o", `outside.${encoding}`, "--force"];
			const { code, stdout, stderr } = await cli.run(args, { stdin });
			expect([code, stderr]).toEqual([0, ""]);
			expect(stdout).toMatch(
				new RegExp(
					`^${place}: outside the replay, not carried\n1 left out or replaced; the copy is valid`,
					"m",
				),
			);
			expect(stdout).not.toContain("lab-host");
			const told = JSON.parse((await cli.run([...args, "--json"], { stdin })).stdout);
			expect(told.not_carried).toEqual([place]);
			expect((await readFile(join(cli.folder, `outside.${encoding}`))).toString("latin1")).not.toContain(
				"lab-host",
			);
		}
	});

	it("leaves what is public already as it is", async () => {
		const { code, stdout } = await cli.run(["sanitize", "clean.npz", "-o", "same.npz"]);
		expect([code, stdout.split(";")[0]]).toEqual([0, "0 left out or replaced"]);
		expect((await cli.run(["digest", "same.npz"])).stdout).toContain(vectorDigests.content);
	});

	it("writes nothing where no public copy can be made", async () => {
		const { code, stdout } = await cli.run(["sanitize", "-", "-o", "never.json"], { stdin: "{}" });
		expect([code, stdout, (await readdir(cli.folder)).includes("never.json")]).toEqual([1, "", false]);
	});
});
