import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCli, type Cli } from "../testing/cli.ts";
import { flawlessBytes, vectorBytes } from "../testing/replays.ts";

let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	await writeFile(join(cli.folder, "good.npz"), await flawlessBytes("npz"));
	await writeFile(join(cli.folder, "good.json"), await flawlessBytes("json"));
	await writeFile(join(cli.folder, "bad.json"), "{}");
	const advisory = await vectorBytes("json", { bridge_id: "" });
	await writeFile(
		join(cli.folder, "advisory.json"),
		Buffer.from(advisory).toString().replace('"bridge_id":"",', ""),
	);
}, 120_000);
afterAll(() => cli.remove());

describe("hindcast validate", { timeout: 120_000 }, () => {
	it("gives a verdict for each file and ends with 0 when all are valid", async () => {
		const { code, stdout, stderr } = await cli.run(["validate", "good.npz", "good.json"]);
		expect([code, stdout, stderr]).toEqual([0, "good.npz: valid\ngood.json: valid\n", ""]);
	});

	it("names what blocks with code, pointer, message and hint, and ends with 1", async () => {
		const { code, stdout } = await cli.run(["validate", "good.npz", "bad.json"]);
		expect(code).toBe(1);
		expect(stdout).toMatch(
			/^good\.npz: valid\nbad\.json: blocked, 7 blocking, .*\n {2}blocking malformed-metadata \/metadata\n/,
		);
		expect(stdout).toMatch(/\n {4}hint: [A-Z].*\.\n/);
	});

	it("takes advisories, and refuses them with --strict", async () => {
		const usual = await cli.run(["validate", "advisory.json"]);
		expect(usual.code).toBe(0);
		expect(usual.stdout).toMatch(/^advisory\.json: valid, \d+ advisories\n/);
		expect(usual.stdout).toContain("  advisory velocity-unavailable /arrays/dqj\n");
		expect((await cli.run(["validate", "--strict", "advisory.json"])).code).toBe(1);
		expect((await cli.run(["validate", "--strict", "good.npz"])).code).toBe(0);
	});

	it("prints a line of JSON for each file: the report as the host sends it", async () => {
		const { stdout, code } = await cli.run(["validate", "--json", "good.npz", "bad.json"]);
		const [good, bad] = stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(good).toEqual({
			file: "good.npz",
			valid: true,
			status: "valid",
			blocking_count: 0,
			advisory_count: 0,
			issues: [],
		});
		expect([bad.file, bad.valid, bad.status, code]).toEqual(["bad.json", false, "blocked", 1]);
		expect(bad.issues[0]).toMatchObject({
			severity: "blocking",
			code: "malformed-metadata",
			path: "/metadata",
		});
	});

	it("judges against a model and a robot profile", async () => {
		const urdf = `<robot name="r"><link name="a"/><link name="b"/><joint name="a_joint" type="revolute"><parent link="a"/>
			<child link="b"/><limit lower="-1" upper="1" effort="0" velocity="0"/></joint></robot>`;
		await writeFile(join(cli.folder, "robot.urdf"), urdf);
		await writeFile(join(cli.folder, "robot.json"), '{"id":"other","bridge":{"id":"bridge-tern"}}');
		const args = ["validate", "good.npz", "--model", "robot.urdf", "--robot", "robot.json", "--json"];
		const { issues } = JSON.parse((await cli.run(args)).stdout);
		const codes = issues.map(({ code }: { code: string }) => code);
		expect(codes).toEqual(
			expect.arrayContaining(["robot-id-conflict", "model-digest-differs", "replay-joint-not-in-urdf"]),
		);
		await writeFile(join(cli.folder, "list.json"), "[]");
		const wrong = await cli.run(["validate", "good.npz", "--robot", "list.json"]);
		expect([wrong.code, wrong.stderr.split("\n")[0]]).toEqual([
			1,
			"hindcast: robot-invalid: list.json is no robot profile",
		]);
		const broken = await cli.run(["validate", "good.npz", "--model", "robot.json"]);
		expect([broken.code, broken.stderr]).toEqual([
			1,
			expect.stringMatching(/^hindcast: xml-malformed: robot\.json: .*\nhint: /),
		]);
	});

	it("reads standard input", async () => {
		const { stdout, code } = await cli.run(["validate", "-"], { stdin: await flawlessBytes("npz") });
		expect([code, stdout]).toEqual([0, "standard input: valid\n"]);
	});

	it("goes on past a file that cannot be read, and ends with 3", async () => {
		const { code, stdout, stderr } = await cli.run(["validate", "absent.npz", "bad.json", ".", "good.npz"]);
		expect(code).toBe(3);
		expect(stdout).toMatch(/^bad\.json: blocked.*\ngood\.npz: valid\n$/s);
		expect(stderr).toBe(
			"hindcast: not-found: absent.npz does not exist\nhint: Check the name.\n" +
				"hindcast: is-a-folder: . is a folder\nhint: Name a file.\n",
		);
	});

	it("cannot be made to move the cursor by a file", async () => {
		const text = Buffer.from(await vectorBytes("json"))
			.toString()
			.replaceAll("read-only", "\\u009b2Jx\\u202e");
		const { stdout } = await cli.run(["validate", "-"], { stdin: text });
		expect(stdout).toContain("\\u{9b}2Jx\\u{202e}");
		for (const character of ["\u009b", "\u202e"]) expect(stdout).not.toContain(character);
	});
});
