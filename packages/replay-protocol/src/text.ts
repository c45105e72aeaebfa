const encoder = new TextEncoder();
const scratch = new Uint8Array(4096);

/** Bytes of the text as UTF-8. */
export function utf8Length(text: string): number {
	if (3 * text.length > scratch.length) return encoder.encode(text).length;
	return encoder.encodeInto(text, scratch).written;
}

/** Whether every encoding carries the text unchanged: no lone surrogate (UTF-8) and no NUL at the end (NumPy drops it). */
export function isPortable(text: string): boolean {
	return !/\p{Surrogate}/u.test(text) && !text.endsWith("\0");
}

/** Whether the text holds a control character. */
export function hasControl(text: string): boolean {
	return /\p{Cc}/u.test(text);
}

const namePattern = /^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_. -]*[\p{L}\p{M}\p{N}_-])?$/u;
const invisible = /[\u034f\u115f\u1160\u3164\uffa0]/;

/** Whether every encoding carries an array of this name: letters, digits, `_`, `-`, inner dots and spaces, 128 bytes. */
export function isPortableName(name: string): boolean {
	const forms = [name, name.normalize("NFKC")];
	const plain = forms.every(
		(form) => namePattern.test(form) && !form.includes("..") && !invisible.test(form),
	);
	return plain && utf8Length(name) <= 128;
}

/** What a value is, for messages: `undefined`, `null`, `Map`, `Float64Array`, `string`. */
export function kindOf(value: unknown): string {
	return typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
}
