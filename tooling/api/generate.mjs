// The API reference: every library entry as one Markdown page, made from the source by TypeDoc.
import { resolve } from "node:path";
import { Application, Converter, Logger, LogLevel, ReflectionKind } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { root } from "../bootstrap/command.mjs";
import { nameAliases } from "./aliases.mjs";
import { mendLinks } from "./anchors.mjs";
import { showDocuments } from "./documents.mjs";
import { libraryEntries } from "./entries.mjs";

const documented = ["Class", "Interface", "Function", "TypeAlias", "Variable", "Enum"];

/** Types that show in a package's surface and are not exported, each with its reason. One that shows no more is a complaint. */
const helpers = {
	// The table in NpyArray's comment says what they stand for.
	"@hindcast/npz-safe": ["src/npy-array.ts:Numeric", "src/npy-array.ts:Float16Array"],
	"@hindcast/replay-protocol": [
		"src/create.ts:ComputedKey", // the keys that createReplay computes; its comment names them
		"src/report/diagnostic-codes.ts:tables", // its keys are DiagnosticCode
	],
};

/** What decides the pages, and nothing that a machine or a commit decides: no sources, no revisions, no versions. */
const layout = {
	name: "API reference",
	readme: resolve(root, "tooling/api/introduction.md"),
	mergeReadme: true,
	router: "module",
	excludeScopesInPaths: true,
	hideBreadcrumbs: true,
	hidePageHeader: true,
	useCodeBlocks: true,
	parametersFormat: "table",
	interfacePropertiesFormat: "table",
	classPropertiesFormat: "table",
	typeAliasPropertiesFormat: "table",
	propertyMembersFormat: "table",
	typeDeclarationFormat: "table",
	tableColumnSettings: {
		hideDefaults: true,
		hideModifiers: true,
		hideSources: true,
		leftAlignHeaders: true,
	},
	sort: ["alphabetical"],
	groupOrder: ["Functions", "Classes", "Variables", "Interfaces", "Type Aliases", "*"],
	disableSources: true,
	disableGit: true,
	excludePrivate: true,
	excludeInternal: true,
	excludeExternals: true,
};

/** Keeps what TypeDoc complains about. */
class KeptLogger extends Logger {
	complaints = new Set();

	log(message, level) {
		if (level === LogLevel.Warn || level === LogLevel.Error) this.complaints.add(message);
	}
}

/**
 * Writes the reference into a folder, which it empties first. The types are not checked; `npm run typecheck` does that.
 *
 * @param folder absolute
 * @returns complaints: an export without a doc comment, a broken link, a type that is used and not exported
 */
export async function generateApiReference(folder) {
	const entries = libraryEntries();
	const logger = new KeptLogger();
	const application = await Application.bootstrapWithPlugins({
		plugin: ["typedoc-plugin-markdown"],
		entryPoints: entries.map(({ file }) => file),
		tsconfig: resolve(root, "tooling/api/tsconfig.json"),
		skipErrorChecking: true,
		basePath: root,
		outputs: [{ name: "markdown", path: folder }],
		requiredToBeDocumented: documented,
		logLevel: "Warn",
		validation: { notExported: true, invalidLink: true, notDocumented: true },
		...layout,
	});
	application.logger = logger;
	nameModules(application, entries);
	showDocuments(application);
	application.renderer.on(MarkdownPageEvent.END, (page) => {
		page.contents = mendLinks(page.contents);
	});
	const project = await application.convert();
	if (project) {
		validate(application, project);
		nameAliases(project);
		await application.generateOutputs(project);
	}
	return [...logger.complaints];
}

/** Validates as each of our packages: TypeDoc looks for types that are not exported in the project's own package only. */
function validate(application, project) {
	for (const name of new Set(
		libraryEntries().map(({ specifier }) => specifier.split("/").slice(0, 2).join("/")),
	)) {
		project.packageName = name;
		application.options.setValue("intentionallyNotExported", helpers[name] ?? []);
		application.validate(project);
	}
}

/** Calls each page by the specifier that a user imports. */
function nameModules(application, entries) {
	const names = new Map(entries.map(({ file, specifier }) => [file, specifier]));
	application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
		if (reflection.kind !== ReflectionKind.Module) return;
		const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName;
		reflection.name = names.get(file) ?? reflection.name;
	});
}
