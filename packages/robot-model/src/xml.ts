import { SaxesParser } from "saxes";
import { type TextPlace, UrdfError } from "./errors.ts";
import type { UrdfLimits } from "./limits.ts";

/** An XML element without its text: URDF keeps everything in attributes. */
export interface XmlElement {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: XmlElement[];
	/** Where the element's `<` is. */
	readonly place: TextPlace;
}

/**
 * Reads well-formed XML into a tree of elements. Strict: an unclosed or mismatched tag, a duplicate attribute, a forbidden
 * character or an unknown entity is an error. A document type is refused before anything in it could be expanded.
 *
 * @throws {UrdfError} `text-too-long`, `xml-malformed`, `doctype-refused`, `nesting-too-deep`, `too-many-elements`
 */
export function readXml(text: string, limits: UrdfLimits): XmlElement {
	if (text.length > limits.textLength) {
		throw new UrdfError("text-too-long", {
			message: `the text has ${text.length} characters, more than ${limits.textLength}`,
			hint: "Check that this is a URDF, or raise limits.textLength.",
		});
	}
	const parser = new SaxesParser();
	const placeAt = createPlaces(text);
	const open: XmlElement[] = [];
	let root: XmlElement | undefined;
	let elements = 0;

	parser.on("error", (error) => {
		throw new UrdfError("xml-malformed", {
			message: `the XML is malformed: ${reason(error)}`,
			hint: "Repair the XML; a file that ends early was probably cut off in transfer.",
			place: placeAt(Math.max(0, parser.position - 1)),
		});
	});
	parser.on("doctype", () => {
		throw new UrdfError("doctype-refused", {
			message: "the file declares a document type",
			hint: "Remove the <!DOCTYPE …> declaration; entities are never expanded.",
			place: placeAt(text.indexOf("<!DOCTYPE")),
		});
	});
	parser.on("opentagstart", ({ name, attributes }) => {
		const place = placeAt(text.lastIndexOf("<", parser.position - 1));
		elements += 1;
		if (elements > limits.elements) throw tooMany("too-many-elements", limits.elements, place);
		if (open.length >= limits.depth) throw tooMany("nesting-too-deep", limits.depth, place);
		// Without namespaces the parser's attributes are strings, which its type of a start tag does not say.
		const plain = attributes as Record<string, string>;
		const element: XmlElement = { name, attributes: plain, children: [], place };
		const parent = open[open.length - 1];
		if (parent) parent.children.push(element);
		else root ??= element;
		open.push(element);
	});
	parser.on("closetag", () => {
		open.pop();
	});
	parser.write(text).close();
	if (!root) throw new Error("unreachable: the parser accepts no document without a root element");
	return root;
}

/** The parser's words without its own place and full stop, and never longer than a line. */
function reason(error: Error): string {
	const words = error.message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
	return words.length > 120 ? `${words.slice(0, 119)}…` : words;
}

function tooMany(code: "too-many-elements" | "nesting-too-deep", limit: number, place: TextPlace): UrdfError {
	const what = code === "too-many-elements" ? "elements" : "levels of nesting";
	return new UrdfError(code, {
		message: `the XML has more than ${limit} ${what}`,
		hint: "Check that this is a URDF, or raise the limit.",
		place,
	});
}

/** Gives the places of offsets that never go back before the current line, so that a whole scan is linear. */
function createPlaces(text: string): (offset: number) => TextPlace {
	let line = 1;
	let lineStart = 0;
	let newline = text.indexOf("\n");
	return (offset) => {
		while (newline >= 0 && newline < offset) {
			line += 1;
			lineStart = newline + 1;
			newline = text.indexOf("\n", lineStart);
		}
		return { line, column: Math.max(0, offset - lineStart) + 1 };
	};
}
