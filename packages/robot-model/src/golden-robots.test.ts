import { goldenAvailable, readGolden, readGoldenJson, readGoldenText } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { modelSourceDigest, semanticDigest } from "./digest.ts";
import { isUrdfError, type UrdfErrorCode } from "./errors.ts";
import { createKinematics } from "./kinematics.ts";
import { readUrdf } from "./read-urdf.ts";

/** Independent joints, moving joints and links of each robot, as its README counts them. */
const robots: Record<string, [independent: number, links: number]> = {
	ur5e: [6, 11],
	panda: [8, 13],
	fr3: [7, 17],
	so100: [6, 7],
	so101_new_calib: [6, 8],
	wxai_base: [7, 12],
	wxai_follower: [7, 23],
	tatbot: [14, 83],
	vx300s: [8, 14],
	g1_29dof_rev_1_0: [29, 39],
	g1_29dof_rev_1_0_with_inspire_hand_DFQ: [41, 63],
	h1: [19, 25],
	go2_description: [12, 42],
	noetix_e1: [24, 25],
	allegro_hand_right: [16, 23],
	robotiq_2f85: [1, 11],
	double_pendulum_continuous: [2, 3],
};

interface Quirk {
	readonly expect: "accept" | "reject" | "accept-or-explicit-unsupported";
	readonly q?: Record<string, number>;
	readonly pose?: Record<string, number[]>;
}

/** The code that each rejected quirk gives: the file's reason decides, and no two reasons share a code. */
const quirkCodes: Record<string, UrdfErrorCode> = {
	"two-roots.urdf": "two-roots",
	"cycle.urdf": "cycle",
	"missing-parent-link.urdf": "unknown-link",
	"duplicate-link.urdf": "duplicate-link",
	"duplicate-joint.urdf": "duplicate-joint",
	"two-parents.urdf": "two-parents",
	"revolute-without-limit.urdf": "limit-missing",
	"inverted-limit.urdf": "limit-inverted",
	"mimic-missing-driver.urdf": "mimic-unknown-joint",
	"mimic-loop.urdf": "mimic-loop",
	"zero-axis.urdf": "axis-zero",
	"bad-number.urdf": "number-invalid",
	"short-vector.urdf": "vector-length",
	"unknown-joint-type.urdf": "joint-type-unknown",
	"xacro-unexpanded.urdf": "xacro-unexpanded",
	"truncated.urdf": "xml-malformed",
	"doctype-entities.urdf": "doctype-refused",
	"planar-and-floating.urdf": "joint-type-unsupported",
};

describe.skipIf(!goldenAvailable)("golden robots", () => {
	it.each(Object.entries(robots))("%s loads", async (name, [independent, links]) => {
		const model = readUrdf(await readGoldenText(`robots/${name}.urdf`));
		const kinematics = createKinematics(model);
		expect(kinematics.jointNames).toHaveLength(independent);
		expect(kinematics.linkNames).toHaveLength(links);
	});

	it("keeps what is particular about single robots", async () => {
		const read = async (name: string) => readUrdf(await readGoldenText(`robots/${name}.urdf`));
		const fr3 = await read("fr3");
		expect(fr3.joints.filter((joint) => joint.safety?.softUpper !== undefined)).toHaveLength(7);
		const gripper = (await read("vx300s")).joints.find((joint) => joint.type === "continuous");
		expect(gripper?.limit).toMatchObject({ velocity: expect.any(Number), effort: expect.any(Number) });
		expect(gripper?.limit).not.toHaveProperty("lower");
		const follower = await read("wxai_follower");
		const scales = follower.links.flatMap((link) =>
			link.visuals.map(({ geometry }) => geometry.type === "mesh" && geometry.scale[0]),
		);
		expect(scales).toContain(0.001);
		const pendulum = createKinematics(await read("double_pendulum_continuous"));
		expect([...pendulum.limits.velocity]).toEqual([Number.NaN, Number.NaN]);
		expect([...pendulum.limits.upper]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
	});

	it("reads each of the 26 quirks as expected", async () => {
		const quirks = await readGoldenJson<Record<string, Quirk>>("robots/quirks/expected.json");
		expect(Object.keys(quirks)).toHaveLength(26);
		for (const [file, quirk] of Object.entries(quirks)) {
			const text = await readGoldenText(`robots/quirks/${file}`);
			if (quirk.expect === "accept") expectPoses(text, quirk, file);
			else expectRefusal(text, quirkCodes[file], file);
		}
	});
});

function expectRefusal(text: string, code: UrdfErrorCode | undefined, file: string): void {
	let thrown: unknown;
	try {
		readUrdf(text);
	} catch (error) {
		thrown = error;
	}
	if (!isUrdfError(thrown)) throw new Error(`${file} was not refused`);
	expect(thrown.code, file).toBe(code);
	expect(thrown.line, file).toBeGreaterThan(0);
	expect(thrown.column, file).toBeGreaterThan(0);
	expect(thrown.hint, file).not.toBe("");
}

function expectPoses(text: string, { q = {}, pose = {} }: Quirk, file: string): void {
	const kinematics = createKinematics(readUrdf(text));
	kinematics.forward(kinematics.jointNames.map((name) => q[name] ?? 0));
	for (const [link, expected] of Object.entries(pose)) expectPose(kinematics.linkPose(link), expected, file);
}

/** Compares poses to 1e-9, quaternions up to their sign. */
function expectPose(actual: Float64Array, expected: readonly number[], where: string): void {
	const dot =
		actual[3] * expected[3] + actual[4] * expected[4] + actual[5] * expected[5] + actual[6] * expected[6];
	expected.forEach((value, i) => {
		const signed = i > 2 && dot < 0 ? -value : value;
		if (!(Math.abs(actual[i] - signed) <= 1e-9))
			throw new Error(`${where}[${i}]: ${actual[i]}, not ${signed}`);
	});
}

interface KinematicsFile {
	readonly urdf: string;
	readonly urdf_sha256: string;
	readonly root: string;
	readonly joint: string[];
	readonly link: string[];
	readonly jacobian_frame: string[];
	readonly mimic: Record<string, { joint: string; multiplier: number; offset: number }>;
	readonly config: {
		id: string;
		q: number[];
		pose: Record<string, number[]>;
		jacobian: Record<string, number[]>;
	}[];
}

describe.skipIf(!goldenAvailable)("golden kinematics", () => {
	const files = ["ur5e", "panda", "g1_29dof_rev_1_0", "robotiq_2f85", "noetix_e1"];
	it.each(files)("%s: every pose and every Jacobian within 1e-9", async (name) => {
		const golden = await readGoldenJson<KinematicsFile>(`kinematics/${name}.json`);
		const bytes = await readGolden(`robots/${golden.urdf}`);
		expect(await modelSourceDigest(bytes)).toBe(`sha256:${golden.urdf_sha256}`);
		const kinematics = createKinematics(readUrdf(new TextDecoder().decode(bytes)));
		expect(kinematics.jointNames).toEqual(golden.joint);
		expect([...kinematics.linkNames].sort()).toEqual([...golden.link].sort());
		const followers = kinematics.followers.map(({ name, driver, ...rule }) => [
			name,
			{ joint: golden.joint[driver], ...rule },
		]);
		expect(Object.fromEntries(followers)).toEqual(golden.mimic);
		expect(golden.config).toHaveLength(51);
		for (const { id, q, pose, jacobian } of golden.config) {
			kinematics.forward(q);
			for (const link of golden.link) expectPose(kinematics.linkPose(link), pose[link]!, `${id} ${link}`);
			for (const frame of golden.jacobian_frame) {
				const actual = kinematics.jacobian(frame);
				expect(actual).toHaveLength(jacobian[frame]!.length);
				jacobian[frame]!.forEach((value, i) => {
					if (!(Math.abs(actual[i] - value) <= 1e-9))
						throw new Error(`${id} ${frame}[${i}]: ${actual[i]}, not ${value}`);
				});
			}
		}
	});
});

interface Viewport {
	readonly model_viewport: {
		readonly links: {
			readonly name: string;
			readonly x: number;
			readonly y: number;
			readonly z: number;
			readonly world_basis: Record<string, number>;
		}[];
	};
}

describe.skipIf(!goldenAvailable)("golden moonrobo", () => {
	it("gives the Noetix E1's source digest", async () => {
		const bytes = await readGolden("moonrobo/noetix-e1/model/robot.urdf");
		expect(await modelSourceDigest(bytes)).toBe(
			"sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be",
		);
	});

	it("places the Noetix E1's 25 links as the cockpit sample does", async () => {
		const { model_viewport } = await readGoldenJson<Viewport>("moonrobo/cockpit/model-viewport.json");
		const robot = await readGoldenJson<{ joints: { name: string; index: number }[] }>(
			"moonrobo/noetix-e1/robot.json",
		);
		const kinematics = createKinematics(
			readUrdf(await readGoldenText("moonrobo/noetix-e1/model/robot.urdf")),
		);
		const index = new Map(robot.joints.map((joint) => [joint.name, joint.index]));
		const transforms = kinematics.forward(kinematics.jointNames.map((name) => 0.01 * index.get(name)!));
		expect(model_viewport.links).toHaveLength(25);
		const axes = ["x", "y", "z"] as const;
		for (const link of model_viewport.links) {
			const at = kinematics.linkNames.indexOf(link.name) * 12;
			axes.forEach((row, i) => {
				expect(transforms[at + 4 * i + 3]).toBeCloseTo(link[row], 10);
				axes.forEach((column, j) => {
					expect(transforms[at + 4 * i + j]).toBeCloseTo(link.world_basis[row + column]!, 10);
				});
			});
		}
	});

	it("tells robots apart by what they mean", async () => {
		const names = Object.keys(robots);
		const digests = await Promise.all(
			names.map(async (name) => semanticDigest(readUrdf(await readGoldenText(`robots/${name}.urdf`)))),
		);
		expect(new Set(digests).size).toBe(names.length);
	});
});
