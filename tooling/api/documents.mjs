// Shows what the zod schemas describe, instead of how they are built.
import { Converter, ReferenceType, ReflectionKind } from "typedoc";
import ts from "typescript";

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
			const type = context.checker.getTypeOfSymbol(symbol);
			const output = documentOf(context.checker, type);
			if (!output) return;
			const kind = type.symbol.name.startsWith("ZodMini") ? "ZodMiniType" : "ZodType";
			pending.push((project) => {
				const named = reflection.parent?.getChildByName(documentName(reflection.name));
				const document = named
					? ReferenceType.createResolvedReference(named.name, named, project)
					: convert(context, reflection, output);
				const schema = ReferenceType.createBrokenReference(kind, project, "zod");
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
	const internals = type.getProperty("_zod");
	const output = internals && checker.getTypeOfSymbol(internals).getProperty("output");
	return output && checker.getTypeOfSymbol(output);
}
