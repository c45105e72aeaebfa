import { describe, expect, it } from "vitest";
import { readCollada } from "./collada.ts";
import { isMeshError } from "./mesh.ts";

/** One triangle of a red material, scaled by the node, in a file whose unit is the millimetre. */
const document = (more = "", numbers = "0 0 0 1000 0 0 0 1000 0") => `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
	<asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>${more}
	<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert><diffuse><color>1 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
	<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
	<library_geometries><geometry id="g"><mesh>
		<source id="p"><float_array id="pa" count="9">${numbers}</float_array>
			<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
		<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
		<triangles count="1" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
	</mesh></geometry></library_geometries>
	<library_visual_scenes><visual_scene id="scene"><node id="n"><scale>1 2 1</scale>
		<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry>
	</node></visual_scene></library_visual_scenes>
	<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>`;

const bytes = (text: string) => new TextEncoder().encode(text);

function codeOf(read: () => unknown): string | null {
	try {
		read();
		return null;
	} catch (error) {
		return isMeshError(error) ? error.code : String(error);
	}
}

describe("readCollada", () => {
	it("applies the unit and the nodes, not the up axis, and keeps material colours", () => {
		const mesh = readCollada(bytes(document()));
		[0, 0, 0, 1, 0, 0, 0, 2, 0].forEach((value, i) => {
			expect(mesh.positions[i]).toBeCloseTo(value, 6);
		});
		expect([...(mesh.colors ?? [])].slice(0, 3)).toEqual([1, 0, 0]);
	});

	it("asks for no image", async () => {
		const entries = performance.getEntriesByType("resource").length;
		readCollada(
			bytes(
				document('<library_images><image id="i"><init_from>stolen.png</init_from></image></library_images>'),
			),
		);
		await new Promise((done) => setTimeout(done, 100));
		expect(performance.getEntriesByType("resource").length).toBe(entries);
	});

	it.each([
		["text that is not XML", "mesh-malformed", "<COLLADA><a></COLLADA>"],
		[
			"a document type",
			"mesh-malformed",
			document().replace("<COLLADA", "<!DOCTYPE x [<!ENTITY a 'b'>]><COLLADA"),
		],
		["something else", "mesh-malformed", "<svg/>"],
		["numbers that are not finite", "mesh-empty", document("", "0 0 0 1 0 0 0 x 0")],
	])("refuses %s", (_what, code, text) => {
		expect(codeOf(() => readCollada(bytes(text)))).toBe(code);
	});

	it("refuses too many triangles", () => {
		expect(codeOf(() => readCollada(bytes(document()), { maxTriangles: 0 }))).toBe("mesh-too-large");
	});
});
