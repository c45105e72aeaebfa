import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineRobotModel } from "./define-robot-model.ts";
import type { RobotModelDefinition } from "./definition.ts";
import { isUrdfError, UrdfError, type UrdfErrorCode } from "./errors.ts";
import { createKinematics } from "./kinematics.ts";
import { readUrdf } from "./read-urdf.ts";

const links = '<link name="a"/><link name="b"/>';

/** A robot with links a and b, and a joint j between them of the given type and content. */
function withJoint(type: string, content = ""): string {
	return `<robot name="r">${links}<joint name="j" type="${type}"><parent link="a"/><child link="b"/>${content}</joint></robot>`;
}

function withVisual(content: string): string {
	return `<robot name="r"><link name="a"><visual>${content}</visual></link></robot>`;
}

function withGeometry(geometry: string): string {
	return withVisual(`<geometry>${geometry}</geometry>`);
}

function refusal(action: () => unknown): UrdfError {
	try {
		action();
	} catch (error) {
		if (error instanceof UrdfError) return error;
		throw error;
	}
	throw new Error("nothing was refused");
}

const limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>';
const refused: [code: UrdfErrorCode, urdf: string][] = [
	["xml-malformed", ""],
	["xml-malformed", "not xml"],
	["xml-malformed", `<robot name="r">${links}`],
	["xml-malformed", `<robot name="r"><link name="a"></robot></link>`],
	["xml-malformed", `<robot name="r" name="s">${links}</robot>`],
	["xml-malformed", `<robot name="r"><link name="&nope;"/></robot>`],
	["xml-malformed", `<robot name="r"><link name="a"/></robot><robot name="s"/>`],
	["xml-malformed", `<robot name="r"><link name="a\u0000"/></robot>`],
	["doctype-refused", `<!DOCTYPE robot><robot name="r"><link name="a"/></robot>`],
	["doctype-refused", `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>`],
	["xacro-unexpanded", `<robot name="r"><xacro:include filename="x"/><link name="a"/></robot>`],
	["xacro-unexpanded", `<robot name="$(arg name)"><link name="a"/></robot>`],
	["not-a-robot", `<sdf version="1.7"><model name="r"/></sdf>`],
	["no-links", `<robot name="r"/>`],
	["attribute-missing", `<robot><link name="a"/></robot>`],
	["attribute-missing", `<robot name="r"><link/></robot>`],
	["attribute-missing", withJoint("continuous", "<axis/>")],
	["attribute-missing", withGeometry("<mesh/>")],
	["name-invalid", `<robot name="r"><link name=""/></robot>`],
	["name-invalid", `<robot name="r"><link name="${"x".repeat(257)}"/></robot>`],
	[
		"element-missing",
		`<robot name="r">${links}<joint name="j" type="fixed"><parent link="a"/></joint></robot>`,
	],
	["element-missing", withVisual("")],
	["element-missing", withGeometry("")],
	["element-missing", `<robot name="r"><link name="a"><inertial><mass value="1"/></inertial></link></robot>`],
	["element-duplicate", withJoint("fixed", "<origin/><origin/>")],
	["element-duplicate", withGeometry('<sphere radius="1"/><sphere radius="2"/>')],
	["number-invalid", withJoint("fixed", '<origin xyz="0,0,1"/>')],
	["number-invalid", withJoint("fixed", '<origin xyz="0x10 0 0"/>')],
	["number-invalid", withJoint("revolute", '<limit lower="" upper="1"/>')],
	["number-not-finite", withJoint("fixed", '<origin xyz="nan 0 0"/>')],
	["number-not-finite", withJoint("revolute", '<limit lower="-inf" upper="inf"/>')],
	["number-not-finite", withJoint("revolute", '<limit lower="0" upper="1e999"/>')],
	["number-with-unit", withJoint("revolute", '<limit lower="0" upper="90deg"/>')],
	["number-with-unit", withGeometry('<sphere radius="10 mm"/>')],
	["number-out-of-range", withJoint("fixed", '<origin xyz="1e300 0 0"/>')],
	["number-out-of-range", withJoint("fixed", '<origin rpy="0 0 -1e10"/>')],
	["number-out-of-range", withJoint("revolute", `${limit}<mimic joint="j" multiplier="1e12"/>`)],
	["vector-length", withJoint("fixed", '<origin xyz="1 2 3 4"/>')],
	["vector-length", withJoint("fixed", '<origin xyz=""/>')],
	["vector-length", withGeometry('<mesh filename="m.stl" scale="0.001"/>')],
	[
		"vector-length",
		withVisual(
			'<geometry><sphere radius="1"/></geometry><material name="m"><color rgba="1 0 0"/></material>',
		),
	],
	[
		"color-out-of-range",
		withVisual(
			'<geometry><sphere radius="1"/></geometry><material name="m"><color rgba="255 0 0 1"/></material>',
		),
	],
	["duplicate-material", `<robot name="r"><material name="m"/><material name="m"/><link name="a"/></robot>`],
	["geometry-unknown", withGeometry('<cone radius="1"/>')],
	["size-invalid", withGeometry('<sphere radius="-1"/>')],
	["size-invalid", withGeometry('<box size="1 -1 1"/>')],
	["size-invalid", withGeometry('<mesh filename="m.stl" scale="1 0 1"/>')],
	[
		"mass-negative",
		`<robot name="r"><link name="a"><inertial><mass value="-1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>`,
	],
	["duplicate-link", `<robot name="r"><link name="a"/><link name="a"/></robot>`],
	[
		"duplicate-joint",
		`<robot name="r">${links}<link name="c"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint><joint name="j" type="fixed"><parent link="b"/><child link="c"/></joint></robot>`,
	],
	[
		"unknown-link",
		`<robot name="r">${links}<joint name="j" type="fixed"><parent link="a"/><child link="c"/></joint></robot>`,
	],
	["two-roots", `<robot name="r">${links}</robot>`],
	[
		"two-parents",
		`<robot name="r">${links}<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint><joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint></robot>`,
	],
	[
		"cycle",
		`<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint></robot>`,
	],
	["joint-type-unknown", withJoint("Revolute", limit)],
	["joint-type-unsupported", withJoint("planar")],
	["joint-type-unsupported", withJoint("floating")],
	["axis-zero", withJoint("revolute", `${limit}<axis xyz="0 0 -0"/>`)],
	["limit-missing", withJoint("prismatic")],
	["limit-inverted", withJoint("revolute", '<limit upper="-1"/>')],
	["limit-negative", withJoint("continuous", '<limit velocity="-1"/>')],
	["limit-negative", withJoint("continuous", '<limit effort="-1"/>')],
	["mimic-unknown-joint", withJoint("revolute", `${limit}<mimic joint="k"/>`)],
	["mimic-loop", withJoint("revolute", `${limit}<mimic joint="j"/>`)],
	["mimic-not-movable", withJoint("fixed", `<mimic joint="j"/>`)],
];

/** Numbers that no pose is made of, each as `#`. */
const freeNumbers = [
	...["lower", "upper", "velocity", "effort"].map((name) => withJoint("continuous", `<limit ${name}="#"/>`)),
	...["soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"].map((name) =>
		withJoint("fixed", `<safety_controller ${name}="#"/>`),
	),
	...["damping", "friction"].map((name) => withJoint("fixed", `<dynamics ${name}="#"/>`)),
	...["mass", "ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map((field) => {
		const value = (name: string) => (name === field ? "#" : "1");
		const inertia = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map((name) => `${name}="${value(name)}"`);
		return `<robot name="r"><link name="a"><inertial><mass value="${value("mass")}"/><inertia ${inertia.join(" ")}/></inertial></link></robot>`;
	}),
];

/** Numbers that poses and shapes are made of, each as `#`. */
const poseNumbers = [
	...["multiplier", "offset"].map(
		(name) =>
			`<robot name="r">${links}<link name="c"/><joint name="k" type="continuous"><parent link="b"/><child link="c"/></joint><joint name="j" type="continuous"><parent link="a"/><child link="b"/><mimic joint="k" ${name}="#"/></joint></robot>`,
	),
	withJoint("fixed", '<origin xyz="0 # 0"/>'),
	withJoint("fixed", '<origin rpy="0 # 0"/>'),
	withJoint("fixed", '<axis xyz="0 # 0"/>'),
	withGeometry('<box size="1 # 1"/>'),
	withGeometry('<sphere radius="#"/>'),
	withGeometry('<cylinder radius="1" length="#"/>'),
	withGeometry('<mesh filename="m.stl" scale="1 # 1"/>'),
];

describe("numbers", () => {
	it.each([...poseNumbers, ...freeNumbers])("are finite (case %#)", (urdf) => {
		expect(() => readUrdf(urdf.replace("#", "1e9"))).not.toThrow();
		expect(refusal(() => readUrdf(urdf.replace("#", "1e999"))).code).toBe("number-not-finite");
	});

	it.each(poseNumbers)("of poses are at most 1e9 (case %#)", (urdf) => {
		for (const beyond of ["1.000001e9", "1e300"]) {
			expect(refusal(() => readUrdf(urdf.replace("#", beyond))).code).toBe("number-out-of-range");
		}
	});

	it.each(freeNumbers)("of limits and masses may be as large as files write them (case %#)", (urdf) => {
		expect(() => readUrdf(urdf.replace("#", "1e16"))).not.toThrow();
	});
});

describe("readUrdf refuses", () => {
	it.each(refused)("%s (case %#)", (code, urdf) => {
		const error = refusal(() => readUrdf(urdf));
		expect(error.code).toBe(code);
		expect(error.hint.length).toBeGreaterThan(10);
		expect(error.line).toBe(1);
		expect(error.column).toBeGreaterThan(0);
		expect(error.message).toContain(`(line 1, column ${error.column})`);
		expect(isUrdfError(error, code)).toBe(true);
		expect(isUrdfError(error, code === "cycle" ? "two-roots" : "cycle")).toBe(false);
	});

	it("with codes that the README lists, each one tested here", () => {
		const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
		const declared = [...read("./errors.ts").matchAll(/^\t\| "([a-z-]+)"/gm)].map(([, code]) => code!);
		const listed = [...read("../README.md").matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, code]) => code!);
		const bounds = [
			"text-too-long",
			"nesting-too-deep",
			"too-many-elements",
			"too-many-links",
			"too-many-joints",
		];
		expect(listed.sort()).toEqual(declared.sort());
		expect([...new Set([...refused.map(([code]) => code), ...bounds])].sort()).toEqual(declared);
	});

	it("what is not text", () => {
		expect(() => readUrdf(new Uint8Array() as unknown as string)).toThrow(TypeError);
		expect(isUrdfError(new TypeError("no"))).toBe(false);
	});

	it("with the line and column of the element at fault", () => {
		const urdf = `<?xml version="1.0"?>
<robot name="r">
	<!-- a comment
		of two lines -->
	<link name="a"/>
  <link
     name="b"/><joint name="j" type="weird"><parent link="a"/><child link="b"/></joint>
</robot>`;
		expect(refusal(() => readUrdf(urdf))).toMatchObject({ code: "joint-type-unknown", line: 7, column: 16 });
		expect(
			refusal(() => readUrdf(`<robot name="r">\n<link name="a"/>\n<link name="a"/></robot>`)),
		).toMatchObject({
			line: 3,
			column: 1,
		});
		const cut = urdf.slice(0, urdf.indexOf("<parent"));
		expect(refusal(() => readUrdf(cut))).toMatchObject({ code: "xml-malformed", line: 7 });
		const number = urdf.replace('"weird">', '"fixed">\n  <origin xyz="0 0 x"/>');
		expect(refusal(() => readUrdf(number.replaceAll("\n", "\r\n")))).toMatchObject({
			code: "number-invalid",
			line: 8,
			column: 3,
		});
	});

	it("more than its bounds, before the rest is read", () => {
		const robot = (content: string) => `<robot name="r">${content}</robot>`;
		const deep = (levels: number) =>
			robot(`${"<gazebo>".repeat(levels)}${"</gazebo>".repeat(levels)}<link name="a"/>`);
		expect(readUrdf(deep(31)).rootLink).toBe("a");
		expect(refusal(() => readUrdf(deep(32))).code).toBe("nesting-too-deep");
		expect(refusal(() => readUrdf("<a>".repeat(2_000_000))).code).toBe("nesting-too-deep");
		expect(refusal(() => readUrdf(" ".repeat(8 * 1024 * 1024 + 1))).code).toBe("text-too-long");
		expect(refusal(() => readUrdf(robot("<x/>".repeat(100_000)))).code).toBe("too-many-elements");
		const chain = (count: number) => {
			const parts = Array.from({ length: count }, (_, i) => `<link name="l${i}"/>`);
			for (let i = 1; i < count; i++) {
				parts.push(
					`<joint name="j${i}" type="fixed"><parent link="l${i - 1}"/><child link="l${i}"/></joint>`,
				);
			}
			return robot(parts.join(""));
		};
		expect(readUrdf(chain(4096)).links).toHaveLength(4096);
		expect(refusal(() => readUrdf(chain(4097))).code).toBe("too-many-links");
		expect(refusal(() => readUrdf(chain(10), { limits: { joints: 8 } })).code).toBe("too-many-joints");
		expect(refusal(() => readUrdf(chain(10), { limits: { links: 9 } })).code).toBe("too-many-links");
		expect(refusal(() => readUrdf(chain(2), { limits: { nameLength: 1 } })).code).toBe("name-invalid");
		expect(refusal(() => readUrdf(chain(2), { limits: { elements: 3 } })).code).toBe("too-many-elements");
		expect(refusal(() => readUrdf(chain(2), { limits: { depth: 2 } })).code).toBe("nesting-too-deep");
		expect(refusal(() => readUrdf(chain(2), { limits: { textLength: 10 } })).code).toBe("text-too-long");
	});

	it("bounds that bound nothing", () => {
		for (const links of [Number.NaN, -1, undefined, "9"] as never[]) {
			expect(() => readUrdf(withJoint("fixed"), { limits: { links } })).toThrow(TypeError);
		}
	});

	it("chains of factors that multiply out of range", () => {
		const count = 40;
		const joints = Array.from({ length: count }, (_, i) => ({
			name: `j${i}`,
			type: "continuous" as const,
			parent: `l${i}`,
			child: `l${i + 1}`,
			...(i > 0 && { mimic: { joint: `j${i - 1}`, multiplier: 1e8 } }),
		}));
		const names = Array.from({ length: count + 1 }, (_, i) => ({ name: `l${i}` }));
		const error = refusal(() => defineRobotModel({ name: "r", links: names, joints }));
		expect(error).toMatchObject({ code: "number-out-of-range", line: null, column: null });
	});
});

describe("readUrdf understands", () => {
	it("every part of a link and a joint", () => {
		const model = readUrdf(`<?xml version="1.0"?>
<robot name="part">
	<material name="blue"><color rgba="0 0 1 1"/></material>
	<link name="/base.link">
		<inertial><origin xyz="0 0 1" rpy="0 0 0.5"/><mass value="2"/><inertia ixx="1" ixy="2" ixz="3" iyy="4" iyz="5" izz="6"/></inertial>
		<visual name="skin">
			<origin xyz="1 2 3"/><geometry><mesh filename="package://part/meshes/base.stl" scale="0.001 0.001 -0.001"/></geometry>
			<material name="blue"/>
		</visual>
		<visual><geometry><box size="1 2 3"/></geometry><material name="red"><color rgba="1 0 0 0.5"/><texture filename="red.png"/></material></visual>
		<visual><geometry><sphere radius="1"/></geometry><material name="red"/></visual>
		<visual><geometry><sphere radius="1"/></geometry><material name="nowhere"/></visual>
		<collision><origin rpy="0.1 0.2 0.3"/><geometry><cylinder radius="0.5" length="2"/></geometry></collision>
	</link>
	<link name="arm"/>
	<joint name="arm" type="revolute">
		<parent link="/base.link"/><child link="arm"/>
		<axis xyz="0 3 4"/><limit lower="-1.5" upper="+2.5e-1" effort="10"/>
		<safety_controller soft_lower_limit="-1" soft_upper_limit="0.2" k_position="100" k_velocity="10"/>
		<dynamics damping="0.7" friction="0.1"/><calibration rising="0"/>
	</joint>
	<transmission name="t"><joint name="arm"><hardwareInterface>x</hardwareInterface></joint></transmission>
	<gazebo reference="arm"><joint name="ghost"/></gazebo>
</robot>`);
		const zero = { xyz: [0, 0, 0], rpy: [0, 0, 0] };
		const red = { name: "red", color: [1, 0, 0, 0.5], texture: "red.png" };
		const blue = { name: "blue", color: [0, 0, 1, 1] };
		expect(model).toEqual({
			name: "part",
			rootLink: "/base.link",
			materials: [blue, red],
			links: [
				{
					name: "/base.link",
					inertial: {
						origin: { xyz: [0, 0, 1], rpy: [0, 0, 0.5] },
						mass: 2,
						inertia: { ixx: 1, ixy: 2, ixz: 3, iyy: 4, iyz: 5, izz: 6 },
					},
					visuals: [
						{
							name: "skin",
							origin: { xyz: [1, 2, 3], rpy: [0, 0, 0] },
							geometry: {
								type: "mesh",
								filename: "package://part/meshes/base.stl",
								scale: [0.001, 0.001, -0.001],
							},
							material: blue,
						},
						{ origin: zero, geometry: { type: "box", size: [1, 2, 3] }, material: red },
						{ origin: zero, geometry: { type: "sphere", radius: 1 }, material: red },
						{ origin: zero, geometry: { type: "sphere", radius: 1 }, material: { name: "nowhere" } },
					],
					collisions: [
						{
							origin: { xyz: [0, 0, 0], rpy: [0.1, 0.2, 0.3] },
							geometry: { type: "cylinder", radius: 0.5, length: 2 },
						},
					],
				},
				{ name: "arm", visuals: [], collisions: [] },
			],
			joints: [
				{
					name: "arm",
					type: "revolute",
					parent: "/base.link",
					child: "arm",
					origin: zero,
					axis: [0, 0.6, 0.8],
					limit: { lower: -1.5, upper: 0.25, effort: 10 },
					safety: { softLower: -1, softUpper: 0.2, kPosition: 100, kVelocity: 10 },
					dynamics: { damping: 0.7, friction: 0.1 },
				},
			],
		});
	});

	it("defaults as the specification has them", () => {
		const read = (urdf: string) => readUrdf(urdf).joints[0];
		expect(read(withJoint("fixed", '<axis xyz="0 0 0"/>'))).toMatchObject({ axis: [1, 0, 0] });
		expect(read(withJoint("revolute", '<limit upper="1"/>'))).toMatchObject({
			limit: { lower: 0, upper: 1 },
		});
		expect(read(withJoint("continuous"))).not.toHaveProperty("limit");
		expect(read(withJoint("prismatic", '<axis xyz="1e-300 0 0"/><limit upper="1"/>'))).toMatchObject({
			axis: [1, 0, 0],
		});
	});

	it("predefined entities and character references in names, and nothing else", () => {
		expect(readUrdf('\uFEFF<robot name="&lt;&#x41;&amp;"><link name="__proto__"/></robot>')).toMatchObject({
			name: "<A&",
			rootLink: "__proto__",
		});
	});
});

describe("defineRobotModel", () => {
	const arm: RobotModelDefinition = {
		name: "arm",
		links: [{ name: "a" }, { name: "b", visuals: [{ geometry: { type: "mesh", filename: "b.stl" } }] }],
		joints: [
			{
				name: "j",
				type: "revolute",
				parent: "a",
				child: "b",
				axis: [0, 0, 2],
				limit: { lower: -1, upper: 1 },
			},
		],
	};

	it("gives what the same URDF gives", () => {
		const urdf = `<robot name="arm"><link name="a"/><link name="b"><visual><geometry><mesh filename="b.stl"/></geometry></visual></link>
			<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 2"/><limit lower="-1" upper="1"/></joint></robot>`;
		expect(defineRobotModel(arm)).toEqual(readUrdf(urdf));
	});

	it("gives a model back as it is, whatever rounding did to its axis", () => {
		const part = fc.double({ min: -10, max: 10, noNaN: true });
		fc.assert(
			fc.property(fc.tuple(part, part, part), (axis) => {
				fc.pre(axis.some((value) => value !== 0));
				const model = defineRobotModel({ ...arm, joints: [{ ...arm.joints![0]!, axis }] });
				expect(Math.hypot(...model.joints[0]!.axis)).toBeCloseTo(1, 14);
				expect(defineRobotModel(model)).toEqual(model);
			}),
			{ seed: 31, numRuns: 200, endOnFailure: true },
		);
		const model = defineRobotModel(arm);
		expect(defineRobotModel(JSON.parse(JSON.stringify(model)))).toEqual(model);
		expect(() => createKinematics(structuredClone(model))).not.toThrow();
	});

	it("judges values that no text could hold", () => {
		const joint = arm.joints![0]!;
		const wrong: [UrdfErrorCode, RobotModelDefinition][] = [
			["number-not-finite", { ...arm, joints: [{ ...joint, axis: [0, Number.NaN, 1] }] }],
			[
				"number-not-finite",
				{ ...arm, joints: [{ ...joint, limit: { lower: Number.NEGATIVE_INFINITY, upper: 1 } }] },
			],
			["number-not-finite", { ...arm, joints: [{ ...joint, origin: { xyz: ["1", 0, 0] as never } }] }],
			["vector-length", { ...arm, joints: [{ ...joint, origin: { rpy: [1, 0] as never } }] }],
			["name-invalid", { ...arm, name: undefined as never }],
			["joint-type-unknown", { ...arm, joints: [{ ...joint, type: "hinge" as never }] }],
			[
				"geometry-unknown",
				{ name: "r", links: [{ name: "a", visuals: [{ geometry: { type: "cone" } as never }] }] },
			],
		];
		for (const [code, definition] of wrong) {
			const error = refusal(() => defineRobotModel(definition));
			expect(error).toMatchObject({ code, line: null, column: null });
			expect(error.message).not.toContain("line");
		}
		expect(refusal(() => defineRobotModel(arm, { limits: { links: 1 } })).code).toBe("too-many-links");
	});
});
