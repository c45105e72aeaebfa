import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { createKinematics, readUrdf } from "@hindcast/robot-model";
import { goldenAvailable, readGoldenJson, readGoldenText } from "@hindcast/tooling/golden";
import { Matrix4, Quaternion, Vector3 } from "three";
import URDFLoader from "urdf-loader";
import { afterEach, describe, expect, it } from "vitest";
import { type MeshData, MeshError, type MeshLoader } from "../assets/mesh.ts";
import { darkTheme as theme } from "./dark-theme.fixture.ts";
import { Viewport, type ViewportOptions } from "./viewport.ts";

const urdf = `<robot name="probe">
	<material name="shell"><color rgba="0.9 0.9 0.9 1"/></material>
	<link name="root"><visual><geometry><cylinder radius="0.1" length="0.1"/></geometry><material name="shell"/></visual></link>
	<link name="arm"><visual><origin xyz="0.2 0 0" rpy="0.1 0.2 0.3"/><geometry><box size="0.4 0.08 0.08"/></geometry></visual></link>
	<joint name="turn" type="revolute"><parent link="root"/><child link="arm"/><origin xyz="0 0 0.1" rpy="0 0.3 0"/><axis xyz="0 0 1"/>
		<limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
	<link name="slider"><visual><geometry><sphere radius="0.05"/></geometry></visual>
		<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
	<joint name="slide" type="prismatic"><parent link="arm"/><child link="slider"/><origin xyz="0.4 0 0"/><axis xyz="1 0 0"/>
		<limit lower="0" upper="0.3" velocity="1" effort="1"/></joint>
	<link name="left"/><link name="right"/><link name="tool"/>
	<joint name="grip" type="prismatic"><parent link="slider"/><child link="left"/><axis xyz="0 1 0"/>
		<limit lower="0" upper="0.1" velocity="1" effort="1"/></joint>
	<joint name="follow" type="prismatic"><parent link="slider"/><child link="right"/><axis xyz="0 -1 0"/>
		<limit lower="0" upper="0.1" velocity="1" effort="1"/><mimic joint="grip" multiplier="0.5" offset="0.01"/></joint>
	<joint name="mount" type="fixed"><parent link="slider"/><child link="tool"/><origin xyz="0.05 0.01 0" rpy="0 1 0"/></joint>
</robot>`;

const noMesh: MeshLoader = async (reference) => {
	throw new MeshError("mesh-missing", "not here", { reference, hint: "add it" });
};

const cube: MeshData = {
	positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1),
	normals: null,
	colors: null,
	droppedTriangles: 0,
};

const floats = (data: number[], ...shape: number[]) => ({
	dtype: "float64" as const,
	shape,
	data: Float64Array.from(data),
});
const strings = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });

function replay(
	names: readonly string[],
	rows: number[][],
	more: Partial<ReplayArtifact["arrays"]> = {},
): ReplayArtifact {
	return {
		metadata: {
			protocol: "moonrobo.replay.v1",
			robot_id: "probe",
			units: {},
			quaternion_order: "wxyz",
			joint_order_digest: "",
		},
		arrays: {
			t: floats(
				rows.map((_, k) => k / 10),
				rows.length,
			),
			joint_name: strings([...names]),
			qj: floats(rows.flat(), rows.length, names.length),
			dqj: floats(rows.flat().fill(0), rows.length, names.length),
			mode: strings(rows.map(() => "idle")),
			frame_id: strings(rows.map((_, k) => String(k))),
			...more,
		},
	};
}

const joints = ["turn", "slide", "grip"];
const rows = [
	[0.2, 0, 0],
	[-0.9, 0.25, 0.08],
	[1.2, 0.1, 0],
];

const open: Viewport[] = [];

function viewportOf(options: Partial<ViewportOptions> = {}): {
	viewport: Viewport;
	canvas: HTMLCanvasElement;
} {
	const canvas = document.body.appendChild(document.createElement("canvas"));
	canvas.style.cssText = "width:160px;height:120px;display:block";
	const viewport = new Viewport(canvas, { theme, reducedMotion: true, ...options });
	open.push(viewport);
	return { viewport, canvas };
}

async function probe(options: Partial<ViewportOptions> = {}) {
	const made = viewportOf(options);
	const drawing = await made.viewport.setRobot({ model: readUrdf(urdf), urdf, loadMesh: noMesh });
	return { ...made, drawing };
}

/** The picture as it is now, read in the same turn as it is drawn. */
function picture(viewport: Viewport, canvas: HTMLCanvasElement): Uint8Array {
	viewport.orbitBy(0, 0);
	viewport.render();
	return readPixels(canvas);
}

function readPixels(canvas: HTMLCanvasElement): Uint8Array {
	const gl = canvas.getContext("webgl2")!;
	const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
	gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
	return pixels;
}

function differing(a: Uint8Array, b: Uint8Array): number {
	let count = 0;
	for (let i = 0; i < a.length; i += 4)
		if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) > 24) count++;
	return count;
}

/** How many pixels are redder than the theme's backdrop could be. */
function reddish(pixels: Uint8Array): number {
	let count = 0;
	for (let i = 0; i < pixels.length; i += 4) if (pixels[i] > 150 && pixels[i] - pixels[i + 2] > 60) count++;
	return count;
}

function expectPose(found: Float64Array | null, expected: ArrayLike<number>): void {
	expect(found).not.toBeNull();
	const dot = [3, 4, 5, 6].reduce((sum, i) => sum + found![i] * expected[i], 0);
	for (let i = 0; i < 3; i++) expect(found![i]).toBeCloseTo(expected[i], 9);
	expect(Math.abs(dot)).toBeCloseTo(1, 9);
}

afterEach(() => {
	for (const viewport of open.splice(0)) viewport.dispose();
	document.body.replaceChildren();
});

describe("poses", () => {
	it("are robot-model's, and urdf-loader's own joints agree", async () => {
		const { viewport, drawing } = await probe();
		expect(drawing).toEqual({ drawn: "visuals", missingMeshes: [] });
		expect(viewport.setReplay(replay(joints, rows)).mappedJoints).toEqual(joints);
		const model = readUrdf(urdf);
		const kinematics = createKinematics(model);
		const reference = new URDFLoader().parse(urdf);
		for (const [frame, q] of rows.entries()) {
			if (frame === 2) continue; // urdf-loader clips to limits
			viewport.showFrame(frame);
			kinematics.forward(kinematics.jointNames.map((name) => q[joints.indexOf(name)]));
			joints.forEach((name, j) => {
				reference.setJointValue(name, q[j]);
			});
			reference.updateMatrixWorld(true);
			for (const { name } of model.links) {
				expectPose(viewport.linkWorldPose(name), kinematics.linkPose(name));
				const [at, turn] = [new Vector3(), new Quaternion()];
				reference.links[name].matrixWorld.decompose(at, turn, new Vector3());
				expectPose(viewport.linkWorldPose(name), [at.x, at.y, at.z, turn.w, turn.x, turn.y, turn.z]);
			}
		}
	});

	it("slide prismatic joints along their axis without turning, and move followers", async () => {
		const { viewport } = await probe();
		viewport.setReplay(
			replay(joints, [
				[0, 0, 0],
				[0, 0.2, 0.06],
			]),
		);
		viewport.showFrame(0);
		const before = viewport.linkWorldPose("slider")!;
		const follower = viewport.linkWorldPose("right")!;
		viewport.showFrame(1);
		const after = viewport.linkWorldPose("slider")!;
		expect([...after.subarray(3)]).toEqual([...before.subarray(3)]);
		expect(Math.hypot(after[0] - before[0], after[1] - before[1], after[2] - before[2])).toBeCloseTo(0.2, 12);
		expect(viewport.linkWorldPose("right")![1] - follower[1]).toBeCloseTo(-0.03, 12);
	});

	it("follow the base, and take an unknown one for the origin", async () => {
		const { viewport } = await probe();
		viewport.setReplay(
			replay(["turn"], [[0], [0]], {
				base_pos: floats([1, 2, 3, Number.NaN, Number.NaN, Number.NaN], 2, 3),
				base_quat: floats([0, 0, 0, 1, Number.NaN, Number.NaN, Number.NaN, Number.NaN], 2, 4),
			}),
		);
		expectPose(viewport.linkWorldPose("root"), [1, 2, 3, 0, 0, 0, 1]);
		viewport.showFrame(1);
		expectPose(viewport.linkWorldPose("root"), [0, 0, 0, 1, 0, 0, 0]);
	});
});

describe.skipIf(!goldenAvailable)("the Noetix E1 of the golden data", () => {
	it("has its 25 links where the golden viewport has them", async () => {
		interface GoldenLink {
			name: string;
			x: number;
			y: number;
			z: number;
			world_basis: Record<"xx" | "xy" | "xz" | "yx" | "yy" | "yz" | "zx" | "zy" | "zz", number>;
		}
		const text = await readGoldenText("moonrobo/noetix-e1/model/robot.urdf");
		const golden = await readGoldenJson<{
			model_viewport: { links: GoldenLink[]; joints: { name: string; position: number }[] };
		}>("moonrobo/cockpit/model-viewport.json");
		const model = readUrdf(text);
		const { viewport } = viewportOf();
		const drawing = await viewport.setRobot({ model, urdf: text, loadMesh: async () => cube });
		expect(drawing).toEqual({ drawn: "visuals", missingMeshes: [] });
		const { links, joints: recorded } = golden.model_viewport;
		const names = recorded.map((joint) => joint.name);
		expect(names).not.toEqual(model.joints.map((joint) => joint.name));
		viewport.setReplay(replay(names, [recorded.map((joint) => joint.position)]));
		expect(links).toHaveLength(25);
		for (const { name, x, y, z, world_basis: b } of links) {
			const basis = new Matrix4().set(
				b.xx,
				b.xy,
				b.xz,
				0,
				b.yx,
				b.yy,
				b.yz,
				0,
				b.zx,
				b.zy,
				b.zz,
				0,
				0,
				0,
				0,
				1,
			);
			const turn = new Quaternion().setFromRotationMatrix(basis);
			expectPose(viewport.linkWorldPose(name), [x, y, z, turn.w, turn.x, turn.y, turn.z]);
		}
	});
});

describe("pictures", () => {
	it("show the robot, and another picture when it moves", async () => {
		const { viewport, canvas } = await probe();
		viewport.setReplay(replay(joints, rows));
		const first = picture(viewport, canvas);
		viewport.setLayers({ robot: false });
		const empty = picture(viewport, canvas);
		expect(differing(first, empty)).toBeGreaterThan(300);
		viewport.setLayers({ robot: true });
		expect(differing(first, picture(viewport, canvas))).toBe(0);
		viewport.showFrame(1);
		expect(differing(first, picture(viewport, canvas))).toBeGreaterThan(200);
	});

	it("show each layer of the robot without its surfaces", async () => {
		const { viewport, canvas } = await probe();
		viewport.setLayers({ robot: false });
		const empty = picture(viewport, canvas);
		for (const layer of ["skeleton", "collisions", "axes"]) {
			viewport.setLayers({ [layer]: true });
			expect(differing(empty, picture(viewport, canvas)), layer).toBeGreaterThan(20);
			viewport.setLayers({ [layer]: false });
			expect(differing(empty, picture(viewport, canvas)), layer).toBe(0);
		}
	});

	it.each(['<box size="0.4 0.3 0.2"/>', '<sphere radius="0.2"/>', '<cylinder radius="0.2" length="0.3"/>'])(
		"outline the collision shape %s",
		async (geometry) => {
			const text = `<robot name="c"><link name="base"><collision><geometry>${geometry}</geometry></collision></link></robot>`;
			const { viewport, canvas } = viewportOf();
			await viewport.setRobot({ model: readUrdf(text), urdf: text, loadMesh: noMesh });
			const bare = picture(viewport, canvas);
			viewport.setLayers({ collisions: true });
			expect(differing(bare, picture(viewport, canvas))).toBeGreaterThan(50);
		},
	);

	it("mark a joint beyond its limit, and stop when it is back", async () => {
		const { viewport, canvas } = await probe();
		viewport.setReplay(replay(joints, rows));
		expect(viewport.jointsBeyondLimits).toEqual([]);
		viewport.showFrame(2);
		expect(viewport.jointsBeyondLimits).toEqual(["turn"]);
		const marked = reddish(picture(viewport, canvas));
		viewport.setLayers({ limits: false });
		const plain = reddish(picture(viewport, canvas));
		expect(marked - plain).toBeGreaterThan(200);
		viewport.setLayers({ limits: true });
		viewport.showFrame(0);
		expect(viewport.jointsBeyondLimits).toEqual([]);
		expect(reddish(picture(viewport, canvas))).toBeLessThan(plain + 40);
	});

	it("show a planned target only where it is finite", async () => {
		const { viewport, canvas } = await probe();
		const target_pos = floats([0.5, 0.1, 0.3, Number.NaN, Number.NaN, Number.NaN], 2, 3);
		viewport.setReplay(replay(["turn"], [[0], [0]], { target_pos }));
		expect(viewport.targetPosition).toEqual([0.5, 0.1, 0.3]);
		const shown = picture(viewport, canvas);
		viewport.showFrame(1);
		expect(viewport.targetPosition).toBeNull();
		expect(differing(shown, picture(viewport, canvas))).toBeGreaterThan(30);
	});

	it("are drawn on demand only", async () => {
		const { viewport } = await probe();
		viewport.setReplay(replay(joints, rows));
		const settle = () => new Promise((done) => setTimeout(done, 400));
		await settle();
		await settle();
		const { renderCount } = viewport;
		await settle();
		expect(viewport.renderCount).toBe(renderCount);
		viewport.showFrame(1);
		viewport.render();
		viewport.render();
		expect(viewport.renderCount).toBe(renderCount + 1);
	});

	it.each([
		[true, "at once where motion is reduced"],
		[false, "in an ease where it is not"],
	])("reach a new view (reduced motion: %s) %s", async (reducedMotion) => {
		const { viewport, canvas } = await probe({ reducedMotion });
		viewport.render();
		viewport.setView("top");
		viewport.render();
		const first = readPixels(canvas);
		await new Promise((done) => setTimeout(done, 200));
		const moved = differing(first, picture(viewport, canvas));
		if (reducedMotion) expect(moved).toBe(0);
		else expect(moved).toBeGreaterThan(200);
	});

	it("change with the theme", async () => {
		const { viewport, canvas } = await probe();
		const dark = picture(viewport, canvas);
		viewport.setTheme({ ...theme, scheme: "light", bg: "#eef1f2", surface2: "#f2f5f6" });
		const light = picture(viewport, canvas);
		expect(differing(dark, light)).toBeGreaterThan(dark.length / 8);
	});

	it("come back after the graphics context was lost", async () => {
		const states: string[] = [];
		const { viewport, canvas } = await probe({ onContextChange: (state) => states.push(state) });
		const before = picture(viewport, canvas);
		const extension = canvas.getContext("webgl2")!.getExtension("WEBGL_lose_context")!;
		const event = (name: string) =>
			new Promise((done) => canvas.addEventListener(name, done, { once: true }));
		const lost = event("webglcontextlost");
		extension.loseContext();
		await lost;
		await new Promise((done) => setTimeout(done, 50)); // the event has to end before the context may come back
		const { renderCount } = viewport;
		viewport.orbitBy(0, 0);
		viewport.render();
		expect(viewport.renderCount).toBe(renderCount);
		const restored = event("webglcontextrestored");
		extension.restoreContext();
		await restored;
		expect(states).toEqual(["lost", "restored"]);
		expect(differing(before, picture(viewport, canvas))).toBeLessThan(40);
	});
});

describe("meshes", () => {
	const meshed = (
		geometry: string,
	) => `<robot name="m"><link name="base"><visual><geometry>${geometry}</geometry></visual>
		<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link></robot>`;

	it("that are missing are listed, and stood in for by what the link collides with", async () => {
		const text = meshed('<mesh filename="package://m/base.stl"/>');
		const { viewport, canvas } = viewportOf();
		const drawing = await viewport.setRobot({ model: readUrdf(text), urdf: text, loadMesh: noMesh });
		expect(drawing).toEqual({
			drawn: "primitives",
			missingMeshes: [{ reference: "package://m/base.stl", reason: "mesh-missing" }],
		});
		const shown = picture(viewport, canvas);
		viewport.setLayers({ robot: false });
		expect(differing(shown, picture(viewport, canvas))).toBeGreaterThan(200);
	});

	it("are asked for once each, by the reference as written, and by nothing else", async () => {
		const asked: string[] = [];
		const text = `<robot name="m"><link name="base">
			<visual><geometry><mesh filename="package://m/a b.stl"/></geometry><material name="t"><texture filename="package://m/t.png"/></material></visual>
			<visual><geometry><mesh filename="package://m/a b.stl" scale="-1 1 1"/></geometry></visual></link></robot>`;
		const { viewport } = viewportOf();
		const entries = performance.getEntriesByType("resource").length;
		const drawing = await viewport.setRobot({
			model: readUrdf(text),
			urdf: text,
			loadMesh: async (reference) => {
				asked.push(reference);
				return cube;
			},
		});
		expect(drawing.drawn).toBe("visuals");
		expect(asked).toEqual(["package://m/a b.stl"]);
		expect(performance.getEntriesByType("resource").length).toBe(entries);
	});

	it("keep their scale and their mirror", async () => {
		const seen = async (scale: string) => {
			const text = meshed(`<mesh filename="a.stl" scale="${scale}"/>`);
			const { viewport, canvas } = viewportOf();
			await viewport.setRobot({ model: readUrdf(text), urdf: text, loadMesh: async () => cube });
			viewport.setView("top");
			return { viewport, pixels: picture(viewport, canvas), bounds: viewport.robotBounds };
		};
		expect((await seen("0.1 0.2 0.3")).bounds).toEqual({
			min: [0, 0, 0],
			max: [0.1, 0.2, 0.3].map((v) => expect.closeTo(v, 6)),
		});
		const mirrored = await seen("-0.1 0.2 0.3");
		expect(mirrored.bounds?.min[0]).toBeCloseTo(-0.1, 6);
		expect(mirrored.bounds?.max[0]).toBeCloseTo(0, 6);
	});

	it("of an earlier robot end when another one comes", async () => {
		const text = meshed('<mesh filename="a.stl"/>');
		const { viewport } = viewportOf();
		const waiting: MeshLoader = (reference, signal) =>
			new Promise((_, refuse) =>
				signal?.addEventListener("abort", () =>
					refuse(new MeshError("mesh-aborted", "ended", { reference, hint: "" })),
				),
			);
		const first = viewport.setRobot({ model: readUrdf(text), urdf: text, loadMesh: waiting });
		await viewport.setRobot({ model: readUrdf(urdf), urdf, loadMesh: noMesh });
		expect((await first).missingMeshes).toEqual([{ reference: "a.stl", reason: "mesh-aborted" }]);
		expect(viewport.linkWorldPose("arm")).not.toBeNull();
	});
});

describe("robots that declare nothing to see", () => {
	it("are drawn as a skeleton, from text or from a model alone", async () => {
		const text = urdf.replaceAll(/<visual>.*?<\/visual>/gs, "");
		for (const source of [text, null]) {
			const { viewport, canvas } = viewportOf();
			const drawing = await viewport.setRobot({ model: readUrdf(text), urdf: source, loadMesh: noMesh });
			expect(drawing.drawn).toBe("skeleton");
			const shown = picture(viewport, canvas);
			viewport.setLayers({ robot: false });
			expect(differing(shown, picture(viewport, canvas))).toBeGreaterThan(150);
		}
	});

	it("and a model without text has its own primitives, where its text would have them", async () => {
		const found = [];
		for (const source of [urdf, null]) {
			const { viewport } = viewportOf();
			const drawing = await viewport.setRobot({ model: readUrdf(urdf), urdf: source, loadMesh: noMesh });
			expect(drawing).toEqual({ drawn: "visuals", missingMeshes: [] });
			found.push(viewport.robotBounds);
		}
		expect(found[1]).toEqual(found[0]);
	});
});
