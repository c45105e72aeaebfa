// Names types again: the compiler spells out what an alias stands for, and a page is unreadable when it does so each time.
import { ReferenceType, ReflectionKind, ReflectionType, Type, UnionType } from "typedoc";

/** Unions of at least so many strings, and objects of at least so many keys, are shown by the name of their alias. */
const worthNaming = 4;

/** Replaces spelled-out unions of strings and objects by references to the exported aliases that stand for them. */
export function nameAliases(project) {
	const aliases = project
		.getReflectionsByKind(ReflectionKind.TypeAlias)
		.filter(({ type }) => type instanceof UnionType || type instanceof ReflectionType);
	const shapes = new Map();
	for (const { type } of typed(project)) shapeOf(type, shapes);
	const objects = new Map();
	for (const alias of aliases.filter(({ type }) => isObject(type)))
		objects.set(shapes.get(alias.type), alias);
	const unions = aliases
		.map((alias) => ({ alias, values: stringsOf(alias.type) }))
		.filter(({ values }) => values !== undefined)
		.sort((a, b) => b.values.size - a.values.size);

	const reference = (alias) => ReferenceType.createResolvedReference(alias.name, alias, project);
	const named = (type, owner) => {
		const object = isObject(type) ? objects.get(shapes.get(type)) : undefined;
		if (object && object !== owner) {
			project.removeReflection(type.declaration);
			return reference(object);
		}
		const union = unionOfAliases(
			type,
			unions.filter(({ alias }) => alias !== owner),
			reference,
		);
		return union ?? mapParts(type, named);
	};
	for (const reflection of typed(project)) reflection.type = named(reflection.type, reflection);
}

function typed(project) {
	return Object.values(project.reflections).filter(({ type }) => type instanceof Type);
}

/** A long union of strings as a union of the aliases that make it up, the largest first, and of the strings left over. */
function unionOfAliases(type, unions, reference) {
	const left = stringsOf(type);
	if (left === undefined) return undefined;
	const parts = [];
	for (const { alias, values } of unions) {
		if (![...values].every((value) => left.has(value))) continue;
		parts.push(reference(alias));
		for (const value of values) left.delete(value);
	}
	if (parts.length === 0) return undefined;
	parts.push(...type.types.filter(({ value }) => left.has(value)));
	return parts.length === 1 ? parts[0] : new UnionType(parts);
}

function stringsOf(type) {
	if (!(type instanceof UnionType) || type.types.length < worthNaming) return undefined;
	const values = type.types.map((member) => (member.type === "literal" ? member.value : undefined));
	return values.every((value) => typeof value === "string") ? new Set(values) : undefined;
}

function isObject(type) {
	return type instanceof ReflectionType && (type.declaration.children?.length ?? 0) >= worthNaming;
}

/** Puts `change` of each part in its place: an array's element, a union's members, a reference's arguments. */
function mapParts(type, change) {
	for (const [key, value] of Object.entries(type)) {
		if (value instanceof Type) type[key] = change(value);
		else if (Array.isArray(value) && value.every((item) => item instanceof Type))
			type[key] = value.map((item) => change(item));
	}
	return type;
}

/** A text that is equal for types of one shape; each is computed once, before anything is replaced. */
function shapeOf(type, shapes) {
	const known = shapes.get(type);
	if (known !== undefined) return known;
	const parts = [];
	mapParts(type, (part) => {
		parts.push(shapeOf(part, shapes));
		return part;
	});
	if (type instanceof ReflectionType) {
		for (const { name, flags, type: member } of type.declaration.children ?? [])
			parts.push(`${name}${flags.isOptional ? "?" : ""}: ${member ? shapeOf(member, shapes) : "()"}`);
		for (const { type: member } of type.declaration.indexSignatures ?? [])
			parts.push(`[]: ${shapeOf(member, shapes)}`);
	}
	const shape =
		parts.length === 0 ? type.toString() : `${type.type} ${type.name ?? ""}(${parts.sort().join("; ")})`;
	shapes.set(type, shape);
	return shape;
}
