import { describe, expect, it } from "vitest";
import { defineRobotModel } from "./define-robot-model.ts";
import { isUrdfError } from "./errors.ts";
import { createKinematics } from "./kinematics.ts";

const wrongly = <T>(value: unknown) => value as T;

describe("arguments of the wrong kind", () => {
	it("createKinematics names its argument and what came", () => {
		const wanted = "createKinematics: model must be what readUrdf or defineRobotModel returned, got";
		const cases: [unknown, string][] = [
			["<robot/>", 'the string "<robot/>"'],
			[undefined, "undefined"],
			[7, "a number"],
			[new Uint8Array(2), "an Uint8Array"],
			[{ links: [] }, 'an object with the keys "links"'],
		];
		for (const [given, text] of cases) {
			expect(() => createKinematics(wrongly(given))).toThrow(new TypeError(`${wanted} ${text}`));
		}
	});

	it("defineRobotModel names the list", () => {
		const cases: [unknown, string][] = [
			[undefined, "definition must be an object, got undefined"],
			[{ name: "a" }, "definition.links must be an array of objects, got undefined"],
			[{ name: "a", links: [null] }, "definition.links must be an array of objects, got null at 0"],
			[{ name: "a", links: [{ name: "b" }], joints: {} }, "definition.joints must be an array of objects"],
		];
		for (const [given, text] of cases) {
			expect(() => defineRobotModel(wrongly(given))).toThrow(TypeError);
			expect(() => defineRobotModel(wrongly(given))).toThrow(text);
		}
	});

	it("a joint without a type is refused by name", () => {
		const joint = { name: "hip", typ: "revolute", parent: "a", child: "b" };
		const define = () =>
			defineRobotModel(wrongly({ name: "r", links: [{ name: "a" }, { name: "b" }], joints: [joint] }));
		expect(define).toThrow('joint "hip": type must be a string, got undefined');
		try {
			define();
		} catch (error) {
			expect(isUrdfError(error, "joint-type-unknown")).toBe(true);
		}
	});
});
