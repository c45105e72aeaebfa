import { privateHits } from "./private-text.ts";

/** What stands where a private text stood. */
export const mask = "[private]";

/** A text for a report or an error; the mask where it holds anything private. */
export function maskedText(text: string): string {
	const isPrivate = holdsPrivate(text) || (text.includes("~1") && maskedPointer(text) !== text);
	return isPrivate ? mask : text;
}

/** A JSON pointer (RFC 6901) whose private segments are masked. */
export function maskedPointer(pointer: string): string {
	return pointer
		.split("/")
		.map((segment) => (holdsPrivate(segment.replaceAll("~1", "/").replaceAll("~0", "~")) ? mask : segment))
		.join("/");
}

/** Whether a text breaks a rule, other than by being the name of a file: places are named like files. */
function holdsPrivate(text: string): boolean {
	return privateHits(text).some(({ code }) => code !== "source-file-name");
}
