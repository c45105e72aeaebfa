import { quote } from "./checker.ts";
import type { RobotModel } from "./model.ts";

/** What a wrong argument is, for messages: text is quoted and cut, anything else is named by its kind. */
export function received(value: unknown): string {
	if (typeof value === "string") return `the string ${quote(value)}`;
	if (value === null || value === undefined) return String(value);
	if (typeof value !== "object") return `a ${typeof value}`;
	const kind = Object.prototype.toString.call(value).slice(8, -1);
	return kind === "Object" ? `an object with the keys ${quote(Object.keys(value).join(", "))}` : `an ${kind}`;
}

/**
 * Refuses what is no robot model where one is needed, such as the text of a URDF or a `Kinematics`.
 *
 * @param caller the function that was called, for the message
 * @throws {TypeError}
 */
export function checkModel(model: RobotModel, caller: string): void {
	const given: Partial<RobotModel> | null | undefined = model;
	if (Array.isArray(given?.links) && Array.isArray(given?.joints)) return;
	throw new TypeError(
		`${caller}: model must be what readUrdf or defineRobotModel returned, got ${received(model)}`,
	);
}

/** @throws {TypeError} when `list` is not an array of `kind`; `name` is the argument's */
export function checkList(list: unknown, name: string, kind: "strings" | "objects"): void {
	if (!Array.isArray(list)) throw new TypeError(`${name} must be an array of ${kind}, got ${received(list)}`);
	const fits = kind === "strings" ? isString : isObject;
	const index = list.findIndex((item) => !fits(item));
	if (index >= 0)
		throw new TypeError(`${name} must be an array of ${kind}, got ${received(list[index])} at ${index}`);
}

function isString(value: unknown): boolean {
	return typeof value === "string";
}

function isObject(value: unknown): boolean {
	return typeof value === "object" && value !== null;
}
