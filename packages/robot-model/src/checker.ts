import { type TextPlace, UrdfError, type UrdfErrorCode } from "./errors.ts";
import type { UrdfLimits } from "./limits.ts";
import type { Vector3 } from "./model.ts";

/** Largest length, angle or factor that a pose may be made of: far beyond any robot, far below overflow. */
const LARGEST = 1e9;

/** The thing under judgement: the object, for its place in the text, and its name in messages. */
export interface Subject {
	readonly at: object;
	readonly what: string;
}

/** Judges the values of a definition; every method returns what it was given, or throws an {@link UrdfError}. */
export class ModelChecker {
	readonly limits: UrdfLimits;
	readonly #places: WeakMap<object, TextPlace>;

	/** @param places where the parts of the definition came from, if they came from text */
	constructor(limits: UrdfLimits, places: WeakMap<object, TextPlace> = new WeakMap()) {
		this.limits = limits;
		this.#places = places;
	}

	/** Throws, with the subject's place. */
	fail(code: UrdfErrorCode, subject: Subject, message: string, hint: string): never {
		throw new UrdfError(code, {
			message: `${subject.what}${message}`,
			hint,
			place: this.#places.get(subject.at),
		});
	}

	/** A non-empty, bounded name. */
	name(value: string, subject: Subject): string {
		const length = typeof value === "string" ? value.length : 0;
		if (length === 0 || length > this.limits.nameLength) {
			const hint = `Names have 1 to ${this.limits.nameLength} characters.`;
			this.fail("name-invalid", subject, length === 0 ? " has an empty name" : " has too long a name", hint);
		}
		return value;
	}

	/** A finite number. */
	finite(value: number, field: string, subject: Subject): number {
		if (Number.isFinite(value)) return value;
		const hint = "Write a finite decimal number; leave an unknown limit out.";
		return this.fail("number-not-finite", subject, `: ${field} is not a finite number`, hint);
	}

	/** A finite number that poses may be computed from without overflow. */
	bounded(value: number, field: string, subject: Subject): number {
		if (Math.abs(this.finite(value, field, subject)) <= LARGEST) return value;
		const hint = "Lengths are in metres and angles in radians; check the unit and the exponent.";
		return this.fail("number-out-of-range", subject, `: ${field} is beyond ±${LARGEST}`, hint);
	}

	/** Three bounded numbers. */
	vector(value: Vector3, field: string, subject: Subject): Vector3 {
		if (value.length !== 3)
			this.fail("vector-length", subject, `: ${field} needs 3 numbers`, "Give x, y and z.");
		for (const number of value) this.bounded(number, field, subject);
		return [value[0], value[1], value[2]];
	}

	/** Refuses `duplicates`: the same name twice. */
	unique(
		code: UrdfErrorCode,
		parts: readonly { readonly name: string }[],
		what: (name: string) => string,
	): void {
		const seen = new Set<string>();
		for (const part of parts) {
			if (seen.has(part.name)) {
				const hint = "Give each its own name, or remove the copy.";
				this.fail(code, { at: part, what: what(part.name) }, " is declared twice", hint);
			}
			seen.add(part.name);
		}
	}
}

/** A name as it appears in messages: quoted, and cut when it is long. */
export function quote(text: string): string {
	return JSON.stringify(text.length > 64 ? `${text.slice(0, 63)}…` : text);
}

/** Drops keys whose value is undefined, so that absent stays absent. */
export function omitUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
	return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}
