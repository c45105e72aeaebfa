import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineRobotModel } from "./define-robot-model.ts";
import type { JointDefinition } from "./definition.ts";
import { isUrdfError } from "./errors.ts";
import { createKinematics, type Kinematics } from "./kinematics.ts";
import type { RobotModel, Vector3 } from "./model.ts";

const angle = fc.double({ min: -3, max: 3, noNaN: true });
const triple = fc.tuple(angle, angle, angle);
const direction = triple.filter(([x, y, z]) => x * x + y * y + z * z > 0.01);
const type = fc.constantFrom("fixed", "revolute", "continuous", "prismatic");

/** A joint before it hangs anywhere: `above` and `follows` pick an earlier link and another joint. */
const jointSeed = fc.record({
	type,
	xyz: triple,
	rpy: triple,
	axis: direction,
	above: fc.nat(),
	follows: fc.option(fc.nat(), { nil: undefined, freq: 3 }),
	multiplier: fc.double({ min: -2, max: 2, noNaN: true }),
	offset: angle,
});

/** Random trees of up to 9 joints with every type of joint, and mimics of mimics declared before or after their driver. */
const robot = fc.array(jointSeed, { minLength: 1, maxLength: 9 }).map((seeds): RobotModel => {
	const moving = seeds.flatMap((seed, i) => (seed.type === "fixed" ? [] : [i]));
	const joints = seeds.map((seed, i): JointDefinition => {
		const { type, xyz, rpy, axis, multiplier, offset } = seed;
		// Following only joints of a lower rank in a shuffled order keeps mimics free of loops.
		const lower = moving.filter((j) => (j * 7) % 11 < (i * 7) % 11);
		const follows =
			type === "fixed" || seed.follows === undefined ? undefined : lower[seed.follows % lower.length];
		return {
			name: `j${i}`,
			type,
			parent: `l${seed.above % (i + 1)}`,
			child: `l${i + 1}`,
			origin: { xyz, rpy },
			axis,
			limit: { lower: -3, upper: 3 },
			...(follows !== undefined && { mimic: { joint: `j${follows}`, multiplier, offset } }),
		};
	});
	return defineRobotModel({
		name: "tree",
		links: [{ name: "l0" }, ...joints.map(({ child }) => ({ name: child }))],
		joints,
	});
});

const posed = robot.chain((model) => {
	const n = createKinematics(model).jointNames.length;
	return fc.tuple(fc.constant(model), fc.array(angle, { minLength: n, maxLength: n }), fc.nat());
});

type Matrix = number[][];

function multiply(a: Matrix, b: Matrix): Matrix {
	return a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)));
}

function turn(axis: Vector3, angle: number): Matrix {
	const [x, y, z] = axis;
	const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
	return fromQuaternion([c, s * x, s * y, s * z], [0, 0, 0]);
}

function fromQuaternion([w, x, y, z]: number[], [tx, ty, tz]: Vector3 | number[]): Matrix {
	const [a, b, c, d] = [w!, x!, y!, z!];
	return [
		[a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c), tx!],
		[2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b), ty!],
		[2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d, tz!],
		[0, 0, 0, 1],
	];
}

function move([x, y, z]: Vector3 | number[]): Matrix {
	return fromQuaternion([1, 0, 0, 0], [x!, y!, z!]);
}

/** Every link by the textbook: 4 × 4 matrices, recursion to the root, mimics followed one at a time. */
function posesByTwin(model: RobotModel, names: readonly string[], q: readonly number[]): Map<string, Matrix> {
	const position = (name: string): number => {
		const { mimic } = model.joints.find((joint) => joint.name === name)!;
		return mimic ? mimic.multiplier * position(mimic.joint) + mimic.offset : q[names.indexOf(name)]!;
	};
	const place = (link: string): Matrix => {
		const joint = model.joints.find(({ child }) => child === link);
		if (!joint) return move([0, 0, 0]);
		const { origin, axis } = joint;
		const turned = [
			turn([0, 0, 1], origin.rpy[2]),
			turn([0, 1, 0], origin.rpy[1]),
			turn([1, 0, 0], origin.rpy[0]),
		];
		const at = [move(origin.xyz), ...turned].reduce(multiply, place(joint.parent));
		if (joint.type === "fixed") return at;
		const value = position(joint.name);
		return multiply(
			at,
			joint.type === "prismatic" ? move(axis.map((part) => part * value)) : turn(axis, value),
		);
	};
	return new Map(model.links.map(({ name }) => [name, place(name)]));
}

function expectMatrix(transforms: Float64Array, at: number, expected: Matrix): void {
	for (let i = 0; i < 12; i++) {
		const difference = Math.abs(transforms[at + i] - expected[i >> 2]![i & 3]!);
		if (!(difference < 1e-11))
			throw new Error(`entry ${i}: ${transforms[at + i]}, not ${expected[i >> 2]![i & 3]}`);
	}
}

function axisAngle(a: Matrix, b: Matrix): number[] {
	// For a small turn, R_b · R_aᵀ is 1 plus the cross matrix of the turn.
	const r = multiply(
		b.slice(0, 3).map((row) => row.slice(0, 3)),
		[0, 1, 2].map((i) => [0, 1, 2].map((j) => a[j]![i]!)),
	);
	return [(r[2]![1]! - r[1]![2]!) / 2, (r[0]![2]! - r[2]![0]!) / 2, (r[1]![0]! - r[0]![1]!) / 2];
}

describe("forward kinematics", () => {
	it("agrees with a textbook twin on random trees", () => {
		fc.assert(
			fc.property(posed, ([model, q]) => {
				const kinematics = createKinematics(model);
				const transforms = kinematics.forward(q);
				const twin = posesByTwin(model, kinematics.jointNames, q);
				for (const [i, { name }] of model.links.entries()) expectMatrix(transforms, i * 12, twin.get(name)!);
			}),
			{ seed: 11, numRuns: 120 },
		);
	});

	it("gives linkPose and the transform of a link as the same placement, for turns of every size", () => {
		fc.assert(
			fc.property(posed, ([model, q, pick]) => {
				const kinematics = createKinematics(model);
				const transforms = kinematics.forward(q);
				const index = pick % model.links.length;
				const [x, y, z, ...quaternion] = kinematics.linkPose(index);
				expectMatrix(transforms, index * 12, fromQuaternion(quaternion, [x!, y!, z!]));
				expect(quaternion.find((part) => part !== 0)).toBeGreaterThan(0);
			}),
			{ seed: 12, numRuns: 200 },
		);
		// Half turns about each axis and between them: the quaternion's w is 0 or nearly.
		for (const axis of [
			[1, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
			[1, 1, 0],
			[0, -1, 1],
			[-1, 0, -1],
		] as Vector3[]) {
			for (const angle of [Math.PI, Math.PI - 1e-9, -Math.PI]) {
				const kinematics = createKinematics(pendulum(axis));
				const transforms = kinematics.forward([angle]);
				const [x, y, z, ...quaternion] = kinematics.linkPose("bob");
				expectMatrix(transforms, 12, fromQuaternion(quaternion, [x!, y!, z!]));
			}
		}
	});

	it("puts the base before everything", () => {
		const base = fc
			.tuple(triple, fc.tuple(angle, angle, angle, angle))
			.filter(([, q]) => Math.hypot(...q) > 0.1);
		fc.assert(
			fc.property(posed, base, ([model, q], [xyz, quaternion]) => {
				const kinematics = createKinematics(model);
				const length = Math.hypot(...quaternion);
				const world = fromQuaternion(
					quaternion.map((part) => part / length),
					xyz,
				);
				const twin = posesByTwin(model, kinematics.jointNames, q);
				const transforms = kinematics.forward(q, [...xyz, ...quaternion]);
				for (const [i, { name }] of model.links.entries()) {
					expectMatrix(transforms, i * 12, multiply(world, twin.get(name)!));
				}
				// The next forward without a base is in the root's frame again.
				expectMatrix(kinematics.forward(q), 0, move([0, 0, 0]));
			}),
			{ seed: 13, numRuns: 60 },
		);
	});

	it("writes into the caller's arrays and otherwise into its own", () => {
		const kinematics = createKinematics(pendulum([0, 1, 0]));
		const out = new Float64Array(24);
		expect(kinematics.forward([1], undefined, out)).toBe(out);
		expect(kinematics.forward([1])).toBe(kinematics.forward([2]));
		kinematics.forward([1]);
		expect([...out]).toEqual([...kinematics.forward([1])]);
		const pose = new Float64Array(7);
		expect(kinematics.linkPose("bob", pose)).toBe(pose);
		const jacobian = new Float64Array(6);
		expect(kinematics.jacobian("bob", jacobian)).toBe(jacobian);
	});

	it("gives exact half turns a quaternion whose first non-zero component is positive", () => {
		const kinematics = createKinematics(pendulum([0, 1, 0]));
		for (const sign of [1, -1]) {
			for (let axis = 4; axis < 7; axis++) {
				const base = [1, 2, 3, 0, 0, 0, 0];
				base[axis] = sign;
				kinematics.forward([0], base);
				const expected = [1, 2, 3, 0, 0, 0, 0];
				expected[axis] = 1;
				expect(Array.from(kinematics.linkPose("base"), (part) => part + 0)).toEqual(expected);
			}
		}
		// The largest component is positive, and not the first.
		kinematics.forward([0], [0, 0, 0, 0, 0, -0.6, 0.8]);
		const [, , , w, x, y, z] = kinematics.linkPose("base");
		expect([w + 0, x + 0]).toEqual([0, 0]);
		expect([y, z]).toEqual([expect.closeTo(0.6, 12), expect.closeTo(-0.8, 12)]);
	});

	it("stands at position 0 before the first forward", () => {
		expect([...createKinematics(pendulum([0, 1, 0])).linkPose("bob")]).toEqual([0, 0, 1, 1, 0, 0, 0]);
	});

	it("lets an unknown position spoil only what hangs below it", () => {
		const kinematics = createKinematics(
			defineRobotModel({
				name: "two arms",
				links: ["root", "left", "right"].map((name) => ({ name })),
				joints: [
					{ name: "l", type: "continuous", parent: "root", child: "left" },
					{ name: "r", type: "continuous", parent: "root", child: "right" },
				],
			}),
		);
		kinematics.forward([Number.NaN, 0]);
		expect(kinematics.linkPose("left")[3]).toBeNaN();
		expect([...kinematics.linkPose("right")]).toEqual([0, 0, 0, 1, 0, 0, 0]);
	});

	it("keeps every number finite up to 1e290, and beyond spoils only what overflows", () => {
		const slide = { type: "prismatic", limit: { lower: 0, upper: 1 }, axis: [1, 2, 3] } as const;
		const mimic = { joint: "a", multiplier: 1e9, offset: -1e9 };
		const kinematics = createKinematics(
			defineRobotModel({
				name: "telescope",
				links: ["root", "a", "b", "c", "d"].map((name) => ({ name })),
				joints: [
					{ ...slide, name: "a", parent: "root", child: "a", origin: { xyz: [1e9, 0, 0], rpy: [1, 2, 3] } },
					{ ...slide, name: "b", parent: "a", child: "b", mimic },
					{ name: "c", type: "continuous", parent: "b", child: "c", mimic },
					{ ...slide, name: "d", parent: "root", child: "d", mimic },
				],
			}),
		);
		const finite = (link: string) => kinematics.linkPose(link).every(Number.isFinite);
		for (const q of [1e290, -1e290]) {
			expect(kinematics.forward([q]).every(Number.isFinite)).toBe(true);
			expect(kinematics.jacobian("c").every(Number.isFinite)).toBe(true);
		}
		for (const [q, spared] of [
			[1e300, true],
			[Number.POSITIVE_INFINITY, false],
		] as const) {
			kinematics.forward([q]);
			expect(["root", "a", "b", "c", "d"].map(finite)).toEqual([true, spared, false, false, false]);
		}
	});

	it("refuses arrays that do not fit and links that do not exist", () => {
		const kinematics = createKinematics(pendulum([0, 1, 0]));
		expect(() => kinematics.forward([])).toThrow(TypeError);
		expect(() => kinematics.forward([1, 2])).toThrow("q needs 1 numbers, got 2");
		expect(() => kinematics.forward([1], [0, 0, 0])).toThrow(TypeError);
		expect(() => kinematics.forward([1], undefined, new Float64Array(23))).toThrow(TypeError);
		expect(() => kinematics.linkPose("bob", new Float64Array(6))).toThrow(TypeError);
		expect(() => kinematics.jacobian("bob", new Float64Array(5))).toThrow(TypeError);
		for (const link of ["nobody", 2, -1, 0.5]) {
			const error = thrownBy(() => kinematics.linkPose(link));
			expect(isUrdfError(error, "unknown-link"), String(link)).toBe(true);
		}
	});
});

describe("the Jacobian", () => {
	it("agrees with central differences on random trees", () => {
		fc.assert(
			fc.property(posed, ([model, q, pick]) => {
				const kinematics = createKinematics(model);
				const link = model.links[pick % model.links.length]!.name;
				expectJacobian(model, kinematics, q, link);
			}),
			{ seed: 14, numRuns: 120 },
		);
	});

	it("is in root axes whatever the base, and leaves a longer array's rest alone", () => {
		fc.assert(
			fc.property(posed, ([model, q, pick]) => {
				const kinematics = createKinematics(model);
				const link = pick % model.links.length;
				kinematics.forward(q);
				const expected = [...kinematics.jacobian(link)];
				kinematics.forward(q, [1, -2, 3, 0.5, -0.1, 0.7, 0.2]);
				const actual = kinematics.jacobian(link, new Float64Array(expected.length + 1).fill(9));
				expected.forEach((value, i) => {
					expect(actual[i]).toBeCloseTo(value, 10);
				});
				expect(actual[expected.length]).toBe(9);
			}),
			{ seed: 15, numRuns: 40 },
		);
	});
});

function expectJacobian(model: RobotModel, kinematics: Kinematics, q: readonly number[], link: string): void {
	const step = 1e-6;
	const n = q.length;
	kinematics.forward(q);
	const jacobian = kinematics.jacobian(link);
	for (let column = 0; column < n; column++) {
		const [before, after] = [-step, step].map((by) => {
			const moved = q.map((value, i) => (i === column ? value + by : value));
			return posesByTwin(model, kinematics.jointNames, moved).get(link)!;
		}) as [Matrix, Matrix];
		const linear = [0, 1, 2].map((i) => after[i]![3]! - before[i]![3]!);
		[...linear, ...axisAngle(before, after)].forEach((change, row) => {
			const difference = Math.abs(jacobian[row * n + column] - change / (2 * step));
			if (!(difference < 1e-7)) throw new Error(`row ${row}, column ${column} is off by ${difference}`);
		});
	}
}

describe("what a model says about its joints", () => {
	const model = defineRobotModel({
		name: "gripper",
		links: ["base", "wrist", "left", "right", "tip"].map((name) => ({ name })),
		joints: [
			{ name: "tip", type: "fixed", parent: "left", child: "tip" },
			{
				name: "right",
				type: "prismatic",
				parent: "wrist",
				child: "right",
				limit: { lower: 0, upper: 0.01 },
				mimic: { joint: "left", multiplier: -2, offset: 0.25 },
			},
			{
				name: "wrist",
				type: "continuous",
				parent: "base",
				child: "wrist",
				limit: { velocity: 2, lower: 0, upper: 0 },
			},
			{
				name: "left",
				type: "prismatic",
				parent: "wrist",
				child: "left",
				limit: { lower: -1, upper: 2, velocity: 0, effort: 5 },
			},
		],
	});
	const kinematics = createKinematics(model);

	it("takes independent joints in document order", () => {
		expect(kinematics.jointNames).toEqual(["wrist", "left"]);
		expect(kinematics.linkNames).toEqual(["base", "wrist", "left", "right", "tip"]);
		expect(kinematics.followers).toEqual([{ name: "right", driver: 1, multiplier: -2, offset: 0.25 }]);
	});

	it("tells unknown limits from no limits", () => {
		const { lower, upper, velocity, effort } = kinematics.limits;
		expect([...lower]).toEqual([Number.NEGATIVE_INFINITY, -1]);
		expect([...upper]).toEqual([Number.POSITIVE_INFINITY, 2]);
		expect([...velocity]).toEqual([2, Number.NaN]);
		expect([...effort]).toEqual([Number.NaN, 5]);
	});
});

/** A link one metre up that turns about `axis`. */
function pendulum(axis: Vector3): RobotModel {
	return defineRobotModel({
		name: "pendulum",
		links: [{ name: "base" }, { name: "bob" }],
		joints: [
			{ name: "swing", type: "continuous", parent: "base", child: "bob", axis, origin: { xyz: [0, 0, 1] } },
		],
	});
}

function thrownBy(action: () => unknown): unknown {
	try {
		action();
	} catch (error) {
		return error;
	}
	return undefined;
}
