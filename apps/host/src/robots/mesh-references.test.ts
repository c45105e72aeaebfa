import { describe, expect, it } from "vitest";
import { isServableName, referenceCandidates } from "./mesh-references.ts";

describe("referenceCandidates", () => {
	it.each([
		["meshes/base.obj", [], [["meshes", "base.obj"]]],
		["./meshes/base.obj", ["urdf"], [["urdf", "meshes", "base.obj"]]],
		["../meshes/base.obj", ["urdf"], [["meshes", "base.obj"]]],
		[
			"package://tern/meshes/a.stl",
			["urdf"],
			[
				["meshes", "a.stl"],
				["tern", "meshes", "a.stl"],
			],
		],
		["mesh with space.stl", [], [["mesh with space.stl"]]],
		["a%2e.stl", [], [["a%2e.stl"]]],
	])("%s from %o", (reference, folder, expected) => {
		expect(referenceCandidates(reference, folder)).toEqual(expected);
	});

	it.each([
		"/home/alice/a.stl",
		"file:///home/alice/a.stl",
		"file:a.stl",
		"http://example.org/a.stl",
		"C:/robots/a.stl",
		"c:\\robots\\a.stl",
		"\\\\nas\\a.stl",
		"meshes\\a.stl",
		"~/a.stl",
		"../a.stl",
		"a/../../a.stl",
		"package://tern/../../a.stl",
		"package://tern",
		".hidden/a.stl",
		"a//b.stl",
		"a\0.stl",
		"",
	])("refuses %j", (reference) => {
		expect(referenceCandidates(reference, [])).toBeNull();
	});
});

describe("isServableName", () => {
	it.each(["", ".", "..", ".env", "a/b", "a\\b", "a\0", "a\n", "\u007f", "x".repeat(256)])(
		"refuses %j",
		(name) => {
			expect(isServableName(name)).toBe(false);
		},
	);
});
