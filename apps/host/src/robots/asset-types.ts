const types: Readonly<Record<string, string>> = {
	stl: "model/stl",
	obj: "model/obj",
	mtl: "model/mtl",
	dae: "model/vnd.collada+xml",
	glb: "model/gltf-binary",
	gltf: "model/gltf+json",
	bin: "application/octet-stream",
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	webp: "image/webp",
	tga: "image/x-tga",
};

/** Content type of a mesh or texture by its name; undefined for any other file, which is not served. */
export function assetType(name: string): string | undefined {
	return types[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
}
