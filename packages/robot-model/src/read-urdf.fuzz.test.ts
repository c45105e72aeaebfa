import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineRobotModel } from "./define-robot-model.ts";
import { UrdfError } from "./errors.ts";
import { createKinematics } from "./kinematics.ts";
import type { RobotModel } from "./model.ts";
import { readUrdf } from "./read-urdf.ts";

const seedUrdf = `<?xml version="1.0"?>
<robot name="fuzz"><material name="m"><color rgba="0.1 0.2 0.3 1"/></material>
<link name="a"><visual><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><geometry><mesh filename="a.stl" scale="1 1 -1"/></geometry><material name="m"/></visual></link>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link><link name="c"><collision><geometry><box size="1 2 3"/></geometry></collision></link><link name="d"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 0 1" rpy="0 1.57 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="k" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="0 1 1"/><limit lower="0" upper="0.1" effort="1" velocity="1"/></joint>
<joint name="l" type="continuous"><parent link="b"/><child link="d"/><mimic joint="j" multiplier="-2" offset="0.1"/></joint></robot>`;

const numbers = [
	"0",
	"-0",
	"1e308",
	"-1e308",
	"5e-324",
	"1e9",
	"-1e-300",
	"1e999",
	"nan",
	"inf",
	"1e",
	"--1",
	"0x1",
	"٣",
	"",
	" ",
];
const fragments = [
	"<",
	">",
	"/>",
	"</robot>",
	"<link name='a'/>",
	"&",
	"&#0;",
	"&lt;",
	"<!--",
	"]]>",
	"<![CDATA[",
	"<?x?>",
	"<!DOCTYPE x>",
	'"',
	"\u0000",
	"\uD800",
	"$(x)",
	"<joint name='z' type='fixed'/>",
];

/** One change of the text: a span cut, copied, replaced by noise, or a number or a name exchanged for another. */
const mutation = fc.oneof(
	fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), length: fc.nat(40) }),
	fc.record({ kind: fc.constant("copy" as const), at: fc.nat(), length: fc.nat(200), to: fc.nat() }),
	fc.record({ kind: fc.constant("insert" as const), at: fc.nat(), text: fc.constantFrom(...fragments) }),
	fc.record({ kind: fc.constant("number" as const), at: fc.nat(), text: fc.constantFrom(...numbers) }),
	fc.record({
		kind: fc.constant("name" as const),
		at: fc.nat(),
		text: fc.constantFrom("a", "b", "c", "j", "k", "l", "planar", "fixed"),
	}),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(text: string, change: Mutation): string {
	const replaceOne = (pattern: RegExp, by: string): string => {
		const found = [...text.matchAll(pattern)];
		const match = found[change.at % found.length];
		return match ? text.slice(0, match.index) + by + text.slice(match.index + match[0].length) : text;
	};
	const at = change.at % (text.length + 1);
	switch (change.kind) {
		case "cut":
			return text.slice(0, at) + text.slice(at + change.length);
		case "copy": {
			const to = change.to % (text.length + 1);
			return text.slice(0, to) + text.slice(at, at + change.length) + text.slice(to);
		}
		case "insert":
			return text.slice(0, at) + change.text + text.slice(at);
		case "number":
			return replaceOne(/-?\d+(?:\.\d+)?/g, change.text);
		case "name":
			return replaceOne(/(?<==")[a-z]+(?=")/g, change.text);
	}
}

/** Every number of the model is finite, its tree holds, and so do poses and Jacobians at 0, at limits and at 1. */
function expectSound(model: RobotModel): void {
	JSON.stringify(model, (_, value) => {
		if (typeof value === "number" && !Number.isFinite(value))
			throw new Error("the model holds a number that is none");
		return value;
	});
	expect(defineRobotModel(model)).toEqual(model);
	const kinematics = createKinematics(model);
	const { lower, upper } = kinematics.limits;
	const bounded = (limits: Float64Array) =>
		Array.from(limits, (limit) => (Math.abs(limit) < 1e9 ? limit : 0));
	for (const q of [lower, upper].map(bounded)) {
		for (const base of [undefined, [1, 2, 3, 0.5, 0.5, 0.5, 0.5]]) {
			expect(kinematics.forward(q, base).every(Number.isFinite)).toBe(true);
			for (const link of kinematics.linkNames) {
				expect(kinematics.linkPose(link).every(Number.isFinite)).toBe(true);
				expect(kinematics.jacobian(link).every(Number.isFinite)).toBe(true);
			}
		}
	}
}

describe("readUrdf with damaged input", () => {
	it("gives a sound model or an UrdfError, and both happen", () => {
		const outcomes = new Map<string, number>();
		const damaged = fc.array(mutation, { minLength: 1, maxLength: 4 });
		fc.assert(
			fc.property(damaged, (changes) => {
				const text = changes.reduce(mutate, seedUrdf);
				let outcome = "sound";
				try {
					expectSound(readUrdf(text));
				} catch (error) {
					if (!(error instanceof UrdfError)) throw error;
					expect(error.line).toBeGreaterThan(0);
					expect(error.column).toBeGreaterThan(0);
					outcome = error.code;
				}
				outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
			}),
			{ seed: 21, numRuns: 3000 },
		);
		expect(outcomes.get("sound")).toBeGreaterThan(100);
		expect(outcomes.size).toBeGreaterThan(15);
	});

	it("does not hang on text made to be slow", () => {
		const digits = "1".repeat(4_000_000);
		const slow = [
			`<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/><origin xyz="${digits}!"/></joint></robot>`,
			`<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/><origin xyz="${digits}"/></joint></robot>`,
			`<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/><origin xyz="${"1 ".repeat(2_000_000)}"/></joint></robot>`,
			`<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/><origin xyz="${" ".repeat(4_000_000)}x"/></joint></robot>`,
			`<robot name="r"><link name="${"&amp;".repeat(1_000_000)}"/></robot>`,
			`<robot name="r"><link ${Array.from({ length: 300_000 }, (_, i) => `a${i}=""`).join(" ")}/></robot>`,
			`<robot name="r">${'<x a="1"/>'.repeat(99_000)}${" ".repeat(4_000_000)}</robot>`,
			`<${"r".repeat(4_000_000)}/>`,
			"\n".repeat(4_000_000),
			"&".repeat(4_000_000),
		];
		for (const text of slow) expect(() => readUrdf(text), text.slice(0, 40)).toThrow(UrdfError);
	}, 20_000);
});
