import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { goldenAvailable, readGolden, readGoldenJson } from "@hindcast/tooling/golden";
import { numpyAvailable, python } from "@hindcast/tooling/python";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCli, type Cli } from "../testing/cli.ts";
import { vectorBytes, vectorDigests } from "../testing/replays.ts";

let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	await writeFile(join(cli.folder, "vector.npz"), await vectorBytes("npz"));
}, 120_000);
afterAll(() => cli.remove());

const at = (name: string) => join(cli.folder, name);
const exported = ["--exported-at", "2026-01-31T12:00:00Z"];

/** A telemetry frame of one joint, as a RoboBook stores it. */
function frame(index: number, position: number | null = index / 10): string {
	return JSON.stringify({
		frame_id: `frame-${index}`,
		robot_id: "tern-1",
		bridge_id: "bridge-1",
		captured_at_ms: String(1_800_000_000_000 + 20 * index),
		mode: "high",
		joints: [{ name: "hip", index: 0, position, velocity: 0.5, torque: 0 }],
	});
}

async function session(name: string, frames: readonly string[]): Promise<void> {
	await mkdir(at(name));
	for (const [i, text] of frames.entries())
		await writeFile(at(`${name}/frame-${String(i).padStart(4, "0")}.json`), text);
}

describe("hindcast convert FILE", { timeout: 120_000 }, () => {
	it("writes a replay again in each encoding, with the same content digest", async () => {
		let source = "vector.npz";
		for (const encoding of ["json", "msgpack", "npz"]) {
			const out = `again.${encoding}`;
			const { code, stdout } = await cli.run(["convert", source, "-o", out]);
			const file = createHash("sha256")
				.update(await readFile(at(out)))
				.digest("hex");
			expect([code, stdout]).toEqual([
				0,
				`content_digest ${vectorDigests.content}\nfile_digest sha256:${file}\n`,
			]);
			source = out;
		}
		expect((await readFile(at("again.npz"))).equals(await vectorBytes("npz"))).toBe(true);
	});

	it("pipes: from standard input to standard output", async () => {
		const { code, bytes } = await cli.run([], {
			shell:
				"cat vector.npz | $HINDCAST convert - -o - --encoding json | $HINDCAST convert - -o - --encoding npz",
		});
		expect([code, bytes.equals(await vectorBytes("npz"))]).toEqual([0, true]);
	});

	it("replaces nothing unasked, and its source never", async () => {
		await copyFile(at("vector.npz"), at("mine.npz"));
		expect((await cli.run(["convert", "mine.npz", "-o", "mine.npz", "--force"])).stderr).toMatch(
			/^hindcast: output-is-input: /,
		);
		await writeFile(at("other.json"), "kept");
		expect((await cli.run(["convert", "mine.npz", "-o", "other.json"])).code).toBe(3);
		expect(await readFile(at("other.json"), "utf8")).toBe("kept");
		expect((await cli.run(["convert", "mine.npz", "-o", "other.json", "--force"])).code).toBe(0);
		expect((await readdir(cli.folder)).filter((name) => name.includes("partial"))).toEqual([]);
	});

	it("replaces no source that comes by redirection, and waits for no named pipe", async () => {
		await copyFile(at("vector.npz"), at("redirected.npz"));
		const shell = "$HINDCAST convert - -o redirected.npz --force < redirected.npz";
		expect((await cli.run([], { shell })).stderr).toMatch(/^hindcast: output-is-input: /);
		expect((await readFile(at("redirected.npz"))).equals(await vectorBytes("npz"))).toBe(true);
		const piped = await cli.run([], { shell: "mkfifo pipe && $HINDCAST validate pipe" });
		expect([piped.code, piped.stderr]).toEqual([3, expect.stringMatching(/^hindcast: not-a-file: /)]);
		const substituted = await cli.run([], { shell: "$HINDCAST digest <(cat redirected.npz)" });
		expect(substituted.code).toBe(0);
	});

	it("writes nothing of a file that is no replay", async () => {
		await writeFile(at("bad.json"), "{}");
		const { code, stdout } = await cli.run(["convert", "bad.json", "-o", "none.npz"]);
		expect([code, stdout, (await readdir(cli.folder)).includes("none.npz")]).toEqual([1, "", false]);
	});
});

describe("hindcast convert telemetry", { timeout: 120_000 }, () => {
	it("reads a session's folder as it reads the list of its frames, names what it left out, prints the manifest", async () => {
		const frames = [0, 1, 2, 3].map((i) => frame(i));
		await session("session", frames);
		await writeFile(at("session/notes.txt"), "x");
		await writeFile(at("session/.hidden"), "x");
		await writeFile(at("frames.json"), `[${frames.join(",")}]`);
		const folder = await cli.run(["convert", "telemetry", "session", "-o", "a.npz", ...exported]);
		const list = await cli.run(["convert", "telemetry", "frames.json", "-o", "b.npz", ...exported]);
		expect([folder.code, list.code]).toEqual([0, 0]);
		expect(folder.stderr).toContain("note: notes.txt is no frame and was left out\n");
		expect(folder.stderr).not.toContain("hidden");
		const [a, b] = [folder, list].map(({ stdout }) => JSON.parse(stdout));
		expect(a).toMatchObject({
			tick_count: 4,
			joint_count: 1,
			robot_id: "tern-1",
			source: { frame_count: 4 },
		});
		expect(a.content_digest).toBe(b.content_digest);
		const bytes = await readFile(at("a.npz"));
		const sha256 = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
		expect(a.files).toEqual([{ name: "a.npz", byte_count: String(bytes.length), sha256 }]);
		expect((await cli.run(["validate", "a.npz"])).code).toBe(0);
	});

	it("says simulated where a mock or a simulator made the telemetry", async () => {
		await writeFile(at("made.json"), `[${[0, 1].map((i) => frame(i)).join(",")}]`);
		const profile = (kind: string) => JSON.stringify({ id: "tern-1", bridge: { id: "bridge-1", kind } });
		await writeFile(at("mock.json"), profile("Mock"));
		await writeFile(at("real.json"), profile("SdkE1"));
		const classOf = async (...options: string[]) => {
			const args = ["convert", "telemetry", "made.json", "-o", "made.npz", "--force", ...exported];
			return JSON.parse((await cli.run([...args, ...options])).stdout).artifact_class;
		};
		expect(await classOf()).toBe("recorded");
		expect(await classOf("--robot", "real.json")).toBe("recorded");
		expect(await classOf("--robot", "mock.json")).toBe("simulated");
		expect(await classOf("--simulated")).toBe("simulated");
	});

	it("says simulated where the frames do, whatever the profile says", async () => {
		const said = [0, 1].map((i) => ({ ...JSON.parse(frame(i)), operator_input: { source: "simulation" } }));
		await writeFile(at("said.json"), JSON.stringify(said));
		const { stdout } = await cli.run(["convert", "telemetry", "said.json", "-o", "said.npz", ...exported]);
		const { artifact_class, converted } = JSON.parse(stdout);
		expect(artifact_class).toBe("simulated");
		expect(converted).toContainEqual(expect.objectContaining({ rule: "class-from-frames", frames: 2 }));
	});

	it("offers no fill where none can help", async () => {
		await session("order", [frame(0), frame(1)]);
		const args = [
			"convert",
			"telemetry",
			"order",
			"-o",
			"order.npz",
			"--joint-order",
			"hip,foo",
			"--fill",
			"hold",
		];
		const { code, stderr } = await cli.run(args);
		expect(code).toBe(1);
		expect(stderr).toMatch(
			/ {2}blocking joint-unmeasured .*\n.*"foo".*\n {4}hint: Spell the joint as the source does/,
		);
		expect(stderr).not.toContain("fill hold");
		expect(stderr).toMatch(/\nhint: Repair what blocks: each finding above says how\.\n$/);
	});

	it("prints a manifest with an array a line", async () => {
		await session("lines", [frame(0), frame(1)]);
		const { stdout } = await cli.run(["convert", "telemetry", "lines", "-o", "lines.npz", ...exported]);
		expect(stdout).toContain('\n    { "name": "qj", "dtype": "float64", "shape": [2, 1] }');
		const { arrays } = JSON.parse(stdout);
		expect(stdout.split("\n").length).toBeLessThan(40 + arrays.length);
	});

	it("fills by the rule that is asked for, and says so; otherwise refuses", async () => {
		await session("gap", [frame(0), frame(1, null), frame(2)]);
		const refused = await cli.run(["convert", "telemetry", "gap", "-o", "gap.npz"]);
		expect([refused.code, refused.stdout]).toEqual([1, ""]);
		expect(refused.stderr).toMatch(
			/^ {2}blocking joint-missing [^\n]*\n {4}[^\n]*\n {4}hint: Record the position; or convert with --fill drop-frame/,
		);
		expect(refused.stderr).toMatch(/\nhint: Repair the source, or choose another --fill\.\n$/);
		const held = await cli.run([
			"convert",
			"telemetry",
			"gap",
			"-o",
			"gap.npz",
			"--fill",
			"hold",
			"--manifest",
			"gap.json",
		]);
		expect([held.code, held.stdout]).toEqual([0, ""]);
		const manifest = JSON.parse(await readFile(at("gap.json"), "utf8"));
		expect(manifest.tick_count).toBe(3);
		expect(JSON.stringify([manifest.filled, manifest.repairs])).toContain("hip");
		const dropped = await cli.run([
			"convert",
			"telemetry",
			"gap",
			"-o",
			"-",
			"--encoding",
			"json",
			"--fill",
			"drop-frame",
		]);
		expect(JSON.parse(dropped.stdout).metadata.tick_count).toBe(2);
	});

	it("replaces none of the files that it reads, and keeps replay and manifest apart", async () => {
		await session("kept", [frame(0), frame(1)]);
		await writeFile(at("kept.urdf"), "model");
		const args = ["convert", "telemetry", "kept", "--force", "--model", "kept.urdf", "--encoding", "json"];
		const model = await cli.run([...args, "-o", "kept.urdf"]);
		expect([model.code, model.stderr]).toEqual([3, expect.stringMatching(/^hindcast: output-is-input: /)]);
		const inside = await cli.run([...args, "-o", "kept/frame-0000.json"]);
		expect([inside.code, inside.stderr]).toEqual([3, expect.stringMatching(/^hindcast: output-in-input: /)]);
		expect((await cli.run([...args, "-o", "one.json", "--manifest", "./one.json"])).code).toBe(2);
		expect([
			await readFile(at("kept.urdf"), "utf8"),
			await readFile(at("kept/frame-0000.json"), "utf8"),
		]).toEqual(["model", frame(0)]);
	});

	it("says where a folder holds no frames, and where a frame is none", async () => {
		await session("empty", []);
		expect((await cli.run(["convert", "telemetry", "empty", "-o", "e.npz"])).stderr).toMatch(
			/^hindcast: no-frames: empty /,
		);
		await session("broken", [frame(0), '{"frame_id":1}']);
		const { code, stderr } = await cli.run(["convert", "telemetry", "broken", "-o", "e.npz"]);
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(
				/^hindcast: frame-malformed: broken\/\S+0001\.json: \/frame_id: must be text, found a number\nhint: .*\n$/,
			),
		]);
		await session("cut", [frame(0), frame(1).slice(0, 20)]);
		expect((await cli.run(["convert", "telemetry", "cut", "-o", "e.npz"])).stderr).toMatch(
			/^hindcast: json-malformed: cut\/\S+0001\.json: [^/\n]+\n/,
		);
	});

	it.skipIf(!goldenAvailable)(
		"makes a valid replay of walk-24, in the order of the robot's profile",
		async () => {
			const source = "moonrobo/frames/walk-24.telemetry-frames.json";
			await writeFile(at("walk.json"), await readGolden(source));
			await writeFile(at("robot.json"), await readGolden("moonrobo/noetix-e1/robot.json"));
			await writeFile(at("robot.urdf"), await readGolden("moonrobo/noetix-e1/model/robot.urdf"));
			const context = ["--robot", "robot.json", "--model", "robot.urdf"];
			const { code, stdout } = await cli.run([
				"convert",
				"telemetry",
				"walk.json",
				"-o",
				"walk.npz",
				...context,
				...exported,
			]);
			expect(code).toBe(0);
			expect(JSON.parse(stdout)).toMatchObject({
				tick_count: 24,
				joint_count: 24,
				joint_order_digest: "sha256:85ca2b3aaaf883a2e4bbae245691b83a4c3ab442906c14a84cde2da2a141237b",
				model_source_digest: "sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be",
			});
			expect(await cli.run(["validate", "walk.npz", ...context])).toMatchObject({ code: 0 });
			const frames = await readGoldenJson<{ joints: { name: string; position: number }[] }[]>(source);
			const reversed = frames[0]!.joints.map(({ name }) => name).reverse();
			const order = ["--joint-order", reversed.join(",")];
			const turned = await cli.run([
				"convert",
				"telemetry",
				"walk.json",
				"-o",
				"-",
				"--encoding",
				"json",
				...order,
			]);
			const { arrays, metadata } = JSON.parse(turned.stdout);
			expect(metadata.joint_order_digest).toBe(
				"sha256:93e7034506985dc65c16b3907deccdcb5ff97c5358da6170ae9e86d06ab12d9f",
			);
			const expected = frames.map(({ joints }) => joints.map(({ position }) => position + 0).reverse());
			expect(arrays.qj.data).toEqual(expected);
		},
	);
});

describe.skipIf(!numpyAvailable)("hindcast convert livepingpong, npz, csv", { timeout: 120_000 }, () => {
	it.skipIf(!goldenAvailable)(
		"converts the LivePingPong-shaped NPZ with its manifest, and NumPy reads the same",
		async () => {
			await writeFile(at("lpp.npz"), await readGolden("moonrobo/npz/lpp-shaped-synthetic-8x29.npz"));
			const names = Array.from({ length: 29 }, (_, i) => `joint_${i}`).join(",");
			const args = [
				"convert",
				"livepingpong",
				"lpp.npz",
				"-o",
				"table.npz",
				"--robot-id",
				"g1",
				"--joint-names",
				names,
			];
			const { code, stdout, stderr } = await cli.run(args);
			expect([code, stderr]).toEqual([0, expect.not.stringContaining("blocking")]);
			expect(JSON.parse(stdout)).toMatchObject({
				tick_count: 8,
				joint_count: 29,
				source: { kind: "live-pingpong" },
			});
			const compare = `import numpy as np; a, b = np.load("lpp.npz"), np.load("table.npz"); print(np.array_equal(a["qj"], b["qj"]), b["joint_name"][:2].tolist(), b["t"][0])`;
			await writeFile(at("compare.py"), compare);
			expect((await cli.run([], { shell: `${python} compare.py` })).stdout).toBe(
				"True ['joint_0', 'joint_1'] 0.0\n",
			);
			expect((await cli.run(["validate", "table.npz"])).code).toBe(0);
		},
	);

	const mapping = {
		mapping: "hindcast.replay-mapping/1",
		robot_id: "tern",
		time: { source: "stamp", unit: "ms" },
		joints: [{ name: "hip", position: { source: "hip", unit: "deg" } }],
		mode: { constant: "read-only" },
	};

	it("converts a table and an archive by a mapping, with units", async () => {
		await writeFile(at("map.json"), JSON.stringify(mapping));
		await writeFile(at("run.csv"), "stamp,hip\n100,0\n120,90\n140,-45\n");
		await writeFile(
			at("save.py"),
			"import numpy as np; np.savez('plain.npz', stamp=np.array([100., 120, 140]), hip=np.array([0., 90, -45]))",
		);
		expect((await cli.run([], { shell: `${python} save.py` })).code).toBe(0);
		for (const [kind, source] of [
			["csv", "run.csv"],
			["npz", "plain.npz"],
		] as const) {
			const { code, stdout } = await cli.run([
				"convert",
				kind,
				source,
				"--mapping",
				"map.json",
				"-o",
				"-",
				"--encoding",
				"json",
			]);
			const { arrays } = JSON.parse(stdout);
			expect(code).toBe(0);
			expect(arrays.t.data).toEqual([0, 0.02, 0.04]);
			expect(arrays.qj.data.flat()).toEqual([0, Math.PI / 2, -Math.PI / 4].map((x) => expect.closeTo(x, 12)));
		}
		const other = await cli.run(["convert", "csv", "plain.npz", "--mapping", "map.json", "-o", "x.npz"]);
		expect([other.code, other.stderr]).toEqual([
			1,
			"hindcast: source-other-kind: the source is an NPZ\nhint: Convert it as npz.\n",
		]);
	});

	it("says where a mapping document is wrong", async () => {
		await writeFile(at("twice.json"), '{\n "mapping": "a",\n "mapping": "b"\n}');
		await writeFile(at("wrong.json"), JSON.stringify({ ...mapping, joints: [] }));
		await writeFile(at("one.csv"), "stamp,hip\n100,0\n");
		const twice = await cli.run(["convert", "csv", "one.csv", "--mapping", "twice.json", "-o", "x.npz"]);
		expect([twice.code, twice.stderr.split("\n")[0]]).toEqual([
			1,
			"hindcast: duplicate-key: twice.json: a key for the second time at line 3, column 2",
		]);
		const wrong = await cli.run(["convert", "csv", "one.csv", "--mapping", "wrong.json", "-o", "x.npz"]);
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			expect.stringMatching(/^hindcast: mapping-invalid: one.csv: .*joints/),
		]);
	});
});
