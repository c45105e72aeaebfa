import { describe, expect, it } from "vitest";
import { defineRobotModel } from "./define-robot-model.ts";
import { createJointMap } from "./joint-map.ts";
import { createKinematics } from "./kinematics.ts";

const model = defineRobotModel({
	name: "arm",
	links: ["a", "b", "c", "d", "e"].map((name) => ({ name })),
	joints: [
		{ name: "shoulder", type: "continuous", parent: "a", child: "b" },
		{ name: "finger", type: "continuous", parent: "c", child: "d", mimic: { joint: "elbow" } },
		{ name: "elbow", type: "continuous", parent: "b", child: "c" },
		{ name: "tool", type: "fixed", parent: "c", child: "e" },
	],
});

describe("createJointMap", () => {
	it("takes columns by name, in any order, and names the rest", () => {
		const map = createJointMap(model, ["finger", "elbow", "gripper", "shoulder", "tool"]);
		expect(map.unknown).toEqual(["gripper"]);
		expect(map.ignored).toEqual(["finger", "tool"]);
		expect(map.missing).toEqual([]);
		const q = new Float64Array(2);
		const values = Float32Array.of(1, 2, 3, 4, 5, 10, 20, 30, 40, 50);
		map.fill(values, 5, q);
		expect([...q]).toEqual([40, 20]);
	});

	it("leaves what it has no data for as it was", () => {
		const map = createJointMap(model, ["elbow"]);
		expect(map.missing).toEqual(["shoulder"]);
		const q = Float64Array.of(0.5, 0);
		map.fill([7], 0, q);
		expect([...q]).toEqual([0.5, 7]);
	});

	it("does not choose between two columns of one name", () => {
		expect(() => createJointMap(model, ["tool", "elbow", "elbow"])).toThrow(
			new TypeError('the recording names the joint "elbow" twice'),
		);
	});

	it("says which argument is of the wrong kind, and what came", () => {
		const names = ["elbow"];
		const call = createJointMap as (...wrong: unknown[]) => unknown;
		const wanted = "createJointMap: model must be what readUrdf or defineRobotModel returned, got";
		expect(() => call(names, model)).toThrow(new TypeError(`${wanted} an Array`));
		expect(() => call(createKinematics(model), names)).toThrow(/^createJointMap: model .* "jointNames, /);
		expect(() => call(null, names)).toThrow(new TypeError(`${wanted} null`));
		expect(() => call(model, "elbow")).toThrow(/^createJointMap: names .* got the string "elbow"$/);
		expect(() => call(model, ["elbow", 7])).toThrow(/^createJointMap: names .* got a number at 1$/);
	});

	it("fills from whole frames only, and leaves q alone otherwise", () => {
		const map = createJointMap(model, ["elbow", "gripper"]);
		const q = Float64Array.of(0.5, 0.25);
		for (const offset of [3, 4, 400, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, undefined as never]) {
			expect(() => map.fill([1, 2, 3, 4], offset, q)).toThrow(RangeError);
		}
		expect(() => map.fill([1], 0, q)).toThrow(RangeError);
		expect([...q]).toEqual([0.5, 0.25]);
		map.fill([1, 2, 3, 4], 2, q);
		expect([...q]).toEqual([0.5, 3]);
	});
});
