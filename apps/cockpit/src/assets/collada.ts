import { Color, type Material, type Mesh, type Object3D, Vector3 } from "three";
import { ColladaLoader } from "three/examples/jsm/loaders/ColladaLoader.js";
import { type MeshData, MeshError, type MeshLimits, meshLimits } from "./mesh.ts";
import { TriangleSoup } from "./triangle-soup.ts";

const HINT = { hint: "export the mesh again as Collada, STL or OBJ" };

/**
 * Reads the triangles and material colours of a Collada file (browser only). The unit is applied, the up axis is not:
 * URDF tools take the coordinates as they are written. Images (and the up axis) are taken out before three's reader sees
 * the document, so that it has nothing to fetch; a document type is refused.
 *
 * @throws MeshError `mesh-malformed`, `mesh-too-large`, `mesh-empty`
 */
export function readCollada(bytes: Uint8Array, limits: MeshLimits = meshLimits): MeshData {
	const meshes = parseMeshes(plainDocument(bytes));
	const triangles = meshes.reduce((sum, mesh) => sum + Math.floor(cornerCount(mesh) / 3), 0);
	if (triangles > limits.maxTriangles) {
		throw new MeshError("mesh-too-large", `${triangles} triangles; at most ${limits.maxTriangles} are read`, {
			hint: "simplify the mesh",
		});
	}
	const soup = new TriangleSoup(triangles, { normals: true, colors: true });
	for (const mesh of meshes) addMesh(soup, mesh);
	const data = soup.finish();
	if (data.positions.length === 0)
		throw new MeshError("mesh-empty", "the Collada file has no finite triangle", HINT);
	return data;
}

function plainDocument(bytes: Uint8Array): string {
	const text = new TextDecoder().decode(bytes);
	if (/<!DOCTYPE/i.test(text)) throw new MeshError("mesh-malformed", "a document type is refused", HINT);
	const document = new DOMParser().parseFromString(text, "text/xml");
	if (document.querySelector("parsererror"))
		throw new MeshError("mesh-malformed", "the Collada file is not XML", HINT);
	for (const image of document.querySelectorAll("library_images, texture, surface, sampler2D"))
		image.remove();
	for (const axis of document.querySelectorAll("up_axis")) axis.textContent = "Y_UP";
	return new XMLSerializer().serializeToString(document);
}

function parseMeshes(text: string): Mesh[] {
	const meshes: Mesh[] = [];
	try {
		const result = new ColladaLoader().parse(text, "");
		if (!result) throw new Error("no scene");
		const { scene } = result;
		scene.updateMatrixWorld(true);
		scene.traverse((object) => {
			if (isMesh(object)) meshes.push(object);
		});
	} catch (error) {
		throw new MeshError("mesh-malformed", `the Collada file cannot be read: ${String(error)}`, HINT);
	}
	return meshes;
}

function cornerCount(mesh: Mesh): number {
	return mesh.geometry.index?.count ?? mesh.geometry.getAttribute("position")?.count ?? 0;
}

function addMesh(soup: TriangleSoup, mesh: Mesh): void {
	const { index } = mesh.geometry;
	const position = mesh.geometry.getAttribute("position");
	if (!position) return;
	const normal = mesh.geometry.getAttribute("normal");
	const materials = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
	const groups = mesh.geometry.groups;
	const corner = new Vector3();
	const positions = new Float64Array(9);
	const normals = new Float64Array(9);
	const colors = new Float64Array(9);
	const mirrored = mesh.matrixWorld.determinant() < 0;
	for (let start = 0; start + 2 < cornerCount(mesh); start += 3) {
		const group = groups.findIndex((one) => start >= one.start && start < one.start + one.count);
		const color = colorOf(materials[group < 0 ? 0 : (groups[group].materialIndex ?? 0)]);
		for (let slot = 0; slot < 3; slot++) {
			const source = start + (mirrored && slot > 0 ? 3 - slot : slot);
			const at = index ? index.getX(source) : source;
			corner
				.fromBufferAttribute(position, at)
				.applyMatrix4(mesh.matrixWorld)
				.toArray(positions, slot * 3);
			if (normal)
				corner
					.fromBufferAttribute(normal, at)
					.transformDirection(mesh.matrixWorld)
					.toArray(normals, slot * 3);
			color.toArray(colors, slot * 3);
		}
		soup.add(positions, normal ? normals : null, colors);
	}
}

const white = new Color(1, 1, 1);

function colorOf(material: Material | undefined): Color {
	return material && "color" in material ? (material.color as Color) : white;
}

function isMesh(object: Object3D): object is Mesh {
	return "isMesh" in object;
}
