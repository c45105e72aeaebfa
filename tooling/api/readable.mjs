// Makes what TypeDoc found readable: a zod schema shows the document it describes, a long union shows its name.
import { Converter, ReferenceType, ReflectionKind, Type, UnionType } from "typedoc";
import ts from "typescript";

/** Unions of at least so many strings are shown by the name of their alias. */
const longUnion = 5;

/**
 * Shows the JSON documents behind zod schemas, instead of how the schemas are built; the strings that a union is computed
 * to; and a parameter that is taken apart as `options`.
 */
export function showDocuments(application) {
	application.converter.on(Converter.EVENT_CREATE_PARAMETER, (_, parameter) => {
		if (parameter.name === "__namedParameters") parameter.name = "options";
	});
	const pending = [];
	application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
		const symbol = context.getSymbolFromReflection(reflection);
		if (!symbol) return;
		if (reflection.kind === ReflectionKind.TypeAlias) {
			const type = context.checker.getDeclaredTypeOfSymbol(symbol);
			if (!isInferred(symbol) && !isStringUnion(type)) return;
			pending.push(() => {
				reflection.type = convert(context, reflection, type);
			});
		}
		if (reflection.kind === ReflectionKind.Variable) {
			const output = documentOf(context.checker, context.checker.getTypeOfSymbol(symbol));
			if (!output) return;
			pending.push((project) => {
				const named = reflection.parent?.getChildByName(documentName(reflection.name));
				const document = named
					? ReferenceType.createResolvedReference(named.name, named, project)
					: convert(context, reflection, output);
				const schema = ReferenceType.createBrokenReference("ZodType", project, "zod");
				schema.typeArguments = [document];
				reflection.type = schema;
			});
		}
	});
	application.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
		for (const show of pending.splice(0)) show(context.project);
	});
}

function convert(context, reflection, type) {
	return context.converter.convertType(context.withScope(reflection), type);
}

/** `replayMetadataSchema` → `ReplayMetadata` */
function documentName(schemaName) {
	const name = schemaName.replace(/Schema$/, "");
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether a type alias is written as `z.infer<…>`. */
function isInferred(symbol) {
	const [declaration] = symbol.declarations ?? [];
	return (
		declaration !== undefined &&
		ts.isTypeAliasDeclaration(declaration) &&
		ts.isTypeReferenceNode(declaration.type) &&
		/^z\.(infer|output|input)$/.test(declaration.type.typeName.getText())
	);
}

function isStringUnion(type) {
	return type.isUnion() && type.types.every((member) => member.isStringLiteral());
}

/** The type that a zod schema parses to; undefined for anything else. */
function documentOf(checker, type) {
	if (!type.symbol?.name.startsWith("Zod")) return undefined;
	const output = type.getProperty("_output");
	return output && checker.getTypeOfSymbol(output);
}

/** Replaces each long union of strings by a reference to the exported alias that stands for it. */
export function nameLongUnions(project) {
	const aliases = new Map();
	for (const reflection of project.getReflectionsByKind(ReflectionKind.TypeAlias)) {
		const key = unionKey(reflection.type);
		if (key !== undefined) aliases.set(key, reflection);
	}
	const named = (type, owner) => {
		const alias = aliases.get(unionKey(type));
		if (alias && alias !== owner) return ReferenceType.createResolvedReference(alias.name, alias, project);
		for (const [key, value] of Object.entries(type)) {
			if (value instanceof Type) type[key] = named(value);
			else if (Array.isArray(value) && value.every((item) => item instanceof Type))
				type[key] = value.map((item) => named(item));
		}
		return type;
	};
	for (const reflection of Object.values(project.reflections)) {
		if (reflection.type instanceof Type) reflection.type = named(reflection.type, reflection);
	}
}

function unionKey(type) {
	if (!(type instanceof UnionType) || type.types.length < longUnion) return undefined;
	const values = type.types.map((member) => (member.type === "literal" ? member.value : undefined));
	return values.every((value) => typeof value === "string") ? JSON.stringify(values.sort()) : undefined;
}
