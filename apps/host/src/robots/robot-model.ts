import { type FlatJoint, flatJoints, isUrdfError, readUrdf } from "@hindcast/robot-model";
import { sha256Of } from "../storage/digest-cache.ts";
import { type Directory, isStorageError } from "../storage/directory.ts";
import { isDocumentError, readFileAt } from "../storage/json-file.ts";
import { isServableName, modelReferences } from "./mesh-references.ts";

const maxModelBytes = 16 * 1024 * 1024;

/** A problem with a model file, as answered. */
interface ModelProblem {
	readonly code: string;
	readonly message: string;
	readonly line: number | null;
	readonly column: number | null;
}

/** The model of a robot: read, absent, or refused. A refused model still has the digest of its bytes, if any. */
export type BookModel =
	| {
			readonly status: "ready";
			readonly path: readonly string[];
			readonly digest: string;
			/** Joints that move by themselves: neither fixed nor mimic. */
			readonly jointCount: number;
			/** Every joint with its bounds. */
			readonly joints: readonly FlatJoint[];
			/** Mesh and texture references as written. */
			readonly references: readonly string[];
	  }
	| { readonly status: "missing" }
	| {
			readonly status: "invalid";
			/** Null when the file is not to be opened at all. */
			readonly path: readonly string[] | null;
			readonly digest: string | null;
			readonly problem: ModelProblem;
	  };

/**
 * Components of `model.primary`, which must lie inside the book's `model` folder.
 *
 * @returns null when it does not
 */
function modelPath(primary: string): string[] | null {
	const segments = primary.split("/");
	return segments.length > 1 && segments[0] === "model" && segments.every(isServableName) ? segments : null;
}

/** Reads the model at `primary` of an open book. Problems of its content are part of the answer. */
export async function readBookModel(book: Directory, primary: string): Promise<BookModel> {
	const path = modelPath(primary);
	if (path === null) {
		return refused(null, null, "model-path-refused", "The model's place is outside the book's model folder.");
	}
	let bytes: Uint8Array;
	try {
		bytes = await readFileAt(book, path, maxModelBytes);
	} catch (error) {
		if (isStorageError(error, "missing")) return { status: "missing" };
		if (isDocumentError(error)) return refused(null, null, "model-too-large", "The model file is too large.");
		if (!isStorageError(error, "refused")) throw error;
		return refused(null, null, "model-not-a-file", "The model's place holds no plain file.");
	}
	return parseModel(bytes, path);
}

function parseModel(bytes: Uint8Array, path: readonly string[]): BookModel {
	const digest = sha256Of(bytes);
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return refused(path, digest, "model-not-text", "The model file is not UTF-8.");
	}
	try {
		const model = readUrdf(text);
		const moving = model.joints.filter(({ type, mimic }) => type !== "fixed" && mimic === undefined);
		const joints = flatJoints(model);
		const references = modelReferences(model);
		return { status: "ready", path, digest, jointCount: moving.length, joints, references };
	} catch (error) {
		if (!isUrdfError(error)) throw error;
		const { code, message, line, column } = error;
		return { status: "invalid", path, digest, problem: { code, message, line, column } };
	}
}

function refused(
	path: readonly string[] | null,
	digest: string | null,
	code: string,
	message: string,
): BookModel {
	return { status: "invalid", path, digest, problem: { code, message, line: null, column: null } };
}
