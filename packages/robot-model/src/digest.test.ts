import { describe, expect, it } from "vitest";
import { modelSourceDigest, semanticDigest } from "./digest.ts";
import { readUrdf } from "./read-urdf.ts";

const urdf = `<robot name="arm"><material name="blue"><color rgba="0 0 1 1"/></material>
<link name="a"><inertial><origin xyz="0 0 1"/><mass value="2"/><inertia ixx="1.5" ixy="2.5" ixz="3" iyy="4" iyz="5" izz="6"/></inertial>
<visual name="v"><origin rpy="0.1 0 0"/><geometry><mesh filename="a.stl" scale="7 8 9"/></geometry><material name="m"><texture filename="t.png"/></material></visual>
<collision><geometry><cylinder radius="11" length="12"/></geometry></collision><collision><geometry><box size="13 14 15"/></geometry></collision><collision><geometry><sphere radius="16"/></geometry></collision></link>
<link name="b"/><link name="c"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="17 18 19" rpy="20 21 22"/><axis xyz="0 0 1"/><limit lower="-23" upper="24" velocity="25" effort="26"/><dynamics damping="27" friction="28"/><safety_controller soft_lower_limit="29" soft_upper_limit="30" k_position="31" k_velocity="32"/></joint>
<joint name="k" type="continuous"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="33" offset="34"/></joint></robot>`;

const digestOf = (text: string) => semanticDigest(readUrdf(text));

describe("modelSourceDigest", () => {
	it("is the SHA-256 of the bytes", async () => {
		const abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
		expect(await modelSourceDigest(new TextEncoder().encode("abc"))).toBe(abc);
		expect(await modelSourceDigest(new TextEncoder().encode("abc").buffer)).toBe(abc);
		expect(await modelSourceDigest(new TextEncoder().encode("xabcx").subarray(1, 4))).toBe(abc);
	});
});

describe("semanticDigest", () => {
	it("keeps its value, for it is stored beside data", async () => {
		expect(await digestOf('<robot name="r"><link name="a"/></robot>')).toBe(
			"sha256:5ce21cc70d1a54bc5a3084a4ef346eb7604b5562f30607647ea84fade1fa02ed",
		);
	});

	it("does not see comments, blanks, attribute order, spellings or explicit defaults", async () => {
		const same = [
			`<?xml version="1.0"?><!-- c -->${urdf}<!-- d -->`,
			urdf.replaceAll("><", ">\n\t <!-- x --> <"),
			urdf.replace('xyz="17 18 19"', 'xyz=" 17.0\t1.8e1  +19 "'),
			urdf.replace('lower="-23" upper="24"', 'upper="24" lower="-23"'),
			urdf.replace('<child link="c"/>', '<axis xyz="1 0 0"/><child link="c"/><origin rpy="0 -0 0"/>'),
			urdf.replace("</robot>", "<gazebo><joint name='x'/></gazebo></robot>"),
			urdf.replace('<axis xyz="0 0 1"/>', '<axis xyz="0 0 5"/>'),
		];
		const expected = await digestOf(urdf);
		for (const text of same) {
			expect(text).not.toBe(urdf);
			expect(await digestOf(text)).toBe(expected);
		}
	});

	it("sees the first material of a visual, and no other", async () => {
		const visual = '<material name="m"><texture filename="t.png"/></material>';
		const second = '<material name="n"><color rgba="9 9 9"/></material>';
		expect(urdf).toContain(visual);
		expect(await digestOf(urdf.replace(visual, visual + second))).toBe(await digestOf(urdf));
		expect(await digestOf(urdf.replace(visual, second.replace("9 9 9", "1 1 1 1") + visual))).not.toBe(
			await digestOf(urdf),
		);
	});

	it("sees every number", async () => {
		const seen = new Set([await digestOf(urdf)]);
		let changes = 0;
		for (const { 0: number, index } of urdf.matchAll(/(?<=[" ])-?\d+(?:\.\d+)?(?=[" ])/g)) {
			// A nudge within a colour's range that keeps every rule.
			const nudged = `${Number(number) === 1 ? 0.5 : Number(number) + 0.25}`;
			const text = urdf.slice(0, index) + nudged + urdf.slice(index + number.length);
			if (urdf.slice(0, index).endsWith('axis xyz="0 0 ')) continue;
			seen.add(await digestOf(text));
			changes += 1;
		}
		expect(changes).toBeGreaterThan(45);
		expect(seen.size).toBe(changes + 1);
	});

	it("sees every name, type and the order of joints", async () => {
		const changes: [string, string][] = [
			['robot name="arm"', 'robot name="arn"'],
			['"blue"', '"bleu"'],
			['"a.stl"', '"A.stl"'],
			['"t.png"', '"u.png"'],
			['name="v"', 'name="w"'],
			['material name="m"', 'material name="n"'],
			['type="revolute"', 'type="prismatic"'],
			['type="revolute"', 'type="continuous"'],
			['joint name="k"', 'joint name="q"'],
			[' velocity="25"', ""],
			['<link name="b"/><link name="c"/>', '<link name="c"/><link name="b"/>'],
		];
		const seen = new Set([await digestOf(urdf)]);
		for (const [from, to] of changes) {
			expect(urdf).toContain(from);
			seen.add(await digestOf(urdf.replace(from, to)));
		}
		seen.add(
			await digestOf(
				urdf.replace('link name="c"', 'link name="d"').replace('child link="c"', 'child link="d"'),
			),
		);
		expect(seen.size).toBe(changes.length + 2);
	});
});
