/** Everything that can be wrong with a robot model, as a stable code. The README's table says what each one means. */
export type UrdfErrorCode =
	| "attribute-missing"
	| "axis-zero"
	| "color-out-of-range"
	| "cycle"
	| "doctype-refused"
	| "duplicate-joint"
	| "duplicate-link"
	| "duplicate-material"
	| "element-duplicate"
	| "element-missing"
	| "geometry-unknown"
	| "joint-type-unknown"
	| "joint-type-unsupported"
	| "limit-inverted"
	| "limit-missing"
	| "limit-negative"
	| "mass-negative"
	| "mimic-loop"
	| "mimic-not-movable"
	| "mimic-unknown-joint"
	| "name-invalid"
	| "nesting-too-deep"
	| "no-links"
	| "not-a-robot"
	| "number-invalid"
	| "number-not-finite"
	| "number-out-of-range"
	| "number-with-unit"
	| "size-invalid"
	| "text-too-long"
	| "too-many-elements"
	| "too-many-joints"
	| "too-many-links"
	| "two-parents"
	| "two-roots"
	| "unknown-link"
	| "vector-length"
	| "xacro-unexpanded"
	| "xml-malformed";

/** A place in URDF text: both counted from 1, columns in UTF-16 units. */
export interface TextPlace {
	/** Line, from 1. */
	readonly line: number;
	/** Column, from 1. */
	readonly column: number;
}

/** What an {@link UrdfError} says besides its code. */
export interface UrdfErrorDetails {
	/** What is wrong, in one sentence without the place. */
	readonly message: string;
	/** What to do about it. */
	readonly hint: string;
	/** Where it is, when the model was read from text. */
	readonly place?: TextPlace | undefined;
}

/**
 * A robot model that is not one: malformed XML, or a description whose parts contradict each other.
 *
 * Thrown by `readUrdf`, `defineRobotModel` and, for a link that the model does not have, by the kinematics.
 */
export class UrdfError extends Error {
	/** Always `UrdfError`. */
	override readonly name = "UrdfError";
	/** Stable identifier of the problem. */
	readonly code: UrdfErrorCode;
	/** Line of the element at fault, from 1; null when the model did not come from text. */
	readonly line: number | null;
	/** Column of the element at fault, from 1; null when the model did not come from text. */
	readonly column: number | null;
	/** What to do about it. */
	readonly hint: string;

	constructor(code: UrdfErrorCode, { message, hint, place }: UrdfErrorDetails) {
		super(place ? `${message} (line ${place.line}, column ${place.column})` : message);
		this.code = code;
		this.line = place?.line ?? null;
		this.column = place?.column ?? null;
		this.hint = hint;
	}
}

/** Whether `error` is an {@link UrdfError}, and of that `code` when one is given. */
export function isUrdfError(error: unknown, code?: UrdfErrorCode): error is UrdfError {
	return error instanceof UrdfError && (code === undefined || error.code === code);
}
