import type { RobotModel } from "@hindcast/robot-model";

/** The files a model names: meshes of visuals and collisions, and textures, each once, as written. */
export function modelReferences(model: RobotModel): string[] {
	const found = new Set<string>();
	for (const link of model.links) {
		for (const { geometry } of [...link.visuals, ...link.collisions]) {
			if (geometry.type === "mesh") found.add(geometry.filename);
		}
		for (const { material } of link.visuals) if (material?.texture !== undefined) found.add(material.texture);
	}
	return [...found];
}

/**
 * Where a reference may lead inside the book's `model` folder: candidates in order, as path components.
 *
 * A relative reference starts at the model file's own folder. `package://name/rest` is looked for at `rest` and then
 * at `name/rest` below `model`, because books hold one robot and packages are unpacked either way.
 *
 * @returns null when the reference is absolute, has another scheme, or leaves the `model` folder
 */
export function referenceCandidates(reference: string, modelFolder: readonly string[]): string[][] | null {
	const inPackage = /^package:\/\/([^/]+)\/(.+)$/.exec(reference);
	if (inPackage !== null) {
		const [, name = "", rest = ""] = inPackage;
		return present([within([], rest), within([], `${name}/${rest}`)]);
	}
	if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference) || /^[/\\~]/.test(reference)) return null;
	return present([within(modelFolder, reference)]);
}

/** Whether a path component may be served: no dots-only or hidden names, no separators, no control characters. */
export function isServableName(name: string): boolean {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
	return name !== "" && name.length <= 255 && !name.startsWith(".") && !/[/\\\u0000-\u001f\u007f]/.test(name);
}

function within(folder: readonly string[], path: string): string[] | null {
	const segments = [...folder];
	for (const name of path.split("/")) {
		if (name === ".") continue;
		if (name !== "..") segments.push(name);
		else if (segments.pop() === undefined) return null;
	}
	return segments.every(isServableName) ? segments : null;
}

function present(candidates: (string[] | null)[]): string[][] | null {
	const found = candidates.filter((candidate) => candidate !== null);
	return found.length === 0 ? null : found;
}
