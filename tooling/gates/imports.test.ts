import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { libraries, packages, parse, read, root, sources, workspaces } from "./workspace.ts";

/** Which packages of ours a workspace may import; everything else is forbidden. */
const allowed: Record<string, readonly string[]> = {
	"npz-safe": [],
	"isobmff-timing": [],
	"robot-model": [],
	"canonical-json": [],
	rrd: [],
	"replay-protocol": ["npz-safe", "canonical-json"],
	"surface-npz": ["npz-safe"],
	"samples-csv": ["robot-model", "canonical-json"],
	"capture-archive": ["isobmff-timing"],
	retarget: ["replay-protocol", "robot-model", "canonical-json"],
	"scene-expansion": ["replay-protocol", "robot-model", "canonical-json"],
};
const nodeOnly = new Set(["capture-archive", "cli", "host"]);

/** Optional peers, loaded by `import()` where they are installed and needed, and never otherwise. */
const lazyPeers: Record<string, readonly string[]> = { cli: ["@hindcast/host"] };

/** Modules through which a program could reach a device or another machine. */
const transports =
	/^(node:)?(net|dgram|tls|http|https|http2|child_process|worker_threads|cluster)$|^(mqtt|serialport|ws|socket\.io.*|roslib|undici|axios)(\/|$)/;

/** The one file under `packages/` that sends anything: notes, from the command line to a host on the same machine. */
const hostClient = "packages/cli/src/host-client.ts";

/** Which imports count: those loaded at once, also those by `import()`, also those of types. */
type Which = "static" | "loaded" | "all";

/** Modules that a file names. */
function importsOf(path: string, which: Which = "loaded"): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (
			(ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
			node.moduleSpecifier &&
			(which === "all" || !isTypeOnly(node))
		) {
			found.push((node.moduleSpecifier as ts.StringLiteral).text);
		} else if (
			which !== "static" &&
			ts.isCallExpression(node) &&
			node.expression.kind === ts.SyntaxKind.ImportKeyword
		) {
			found.push(node.arguments[0]?.getText().slice(1, -1) ?? "");
		}
		ts.forEachChild(node, visit);
	};
	visit(parse(path));
	return found;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
	return ts.isImportDeclaration(node)
		? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
		: node.isTypeOnly;
}

function packageOf(specifier: string): string | null {
	return specifier.startsWith("@hindcast/") ? (specifier.split("/")[1] ?? null) : null;
}

describe("imports run one way", () => {
	for (const workspace of workspaces()) {
		it(workspace.folder, () => {
			const isShell = workspace.folder.startsWith("apps/") || workspace.name === "cli";
			const mayImport = isShell ? libraries().map(({ name }) => name) : allowed[workspace.name];
			expect(mayImport, `${workspace.name} has no row in the table of imports`).toBeDefined();
			for (const path of sources(workspace)) {
				for (const specifier of importsOf(path, "all")) {
					const target = packageOf(specifier);
					if (target === null || lazyPeers[workspace.name]?.includes(specifier)) continue;
					expect(mayImport, `${path} imports ${specifier}`).toContain(target);
					if (workspace.name === "cockpit")
						expect(nodeOnly, `${path} imports ${specifier}`).not.toContain(target);
				}
			}
		});
	}
});

describe("packages stand alone", () => {
	for (const library of packages()) {
		it(`${library.name} imports only what its manifest declares, and stays inside its folder`, () => {
			const declared = [
				...Object.keys(library.manifest.dependencies ?? {}),
				...(lazyPeers[library.name] ?? []),
			];
			for (const path of sources(library)) {
				for (const specifier of importsOf(path)) {
					if (specifier.startsWith("node:")) continue;
					if (specifier.startsWith(".")) {
						const depth = path.split("/").length - 3;
						const up = specifier.split("/").filter((part) => part === "..").length;
						expect(up, `${path} imports ${specifier}`).toBeLessThan(Math.max(depth, 1));
						continue;
					}
					const name = specifier
						.split("/")
						.slice(0, specifier.startsWith("@") ? 2 : 1)
						.join("/");
					expect(declared, `${path} imports ${specifier}`).toContain(name);
				}
			}
		});

		it(`${library.name} loads in a browser: no static import of a Node module`, () => {
			if (nodeOnly.has(library.name)) return;
			for (const path of sources(library)) {
				expect(
					importsOf(path).filter((specifier) => specifier.startsWith("node:")),
					path,
				).toEqual([]);
			}
		});
	}

	for (const [name, peers] of Object.entries(lazyPeers)) {
		it(`${name} works without ${peers}: an optional peer, loaded only when it is wanted`, () => {
			const workspace = packages().find((candidate) => candidate.name === name);
			expect(workspace).toBeDefined();
			for (const peer of peers) {
				expect(workspace!.manifest.peerDependencies).toHaveProperty([peer]);
				expect(workspace!.manifest.peerDependenciesMeta?.[peer]?.optional).toBe(true);
				expect(workspace!.manifest.dependencies).not.toHaveProperty([peer]);
				for (const path of sources(workspace!))
					expect(
						importsOf(path, "static").filter((specifier) => `${specifier}/`.startsWith(`${peer}/`)),
						path,
					).toEqual([]);
			}
		});
	}

	it("robot-model knows no drawing library and no DOM", () => {
		const robotModel = libraries().find(({ name }) => name === "robot-model");
		expect(robotModel).toBeDefined();
		for (const path of sources(robotModel!)) {
			expect(
				importsOf(path).filter((specifier) => /^(three|urdf-loader|react)/.test(specifier)),
				path,
			).toEqual([]);
			expect(read(path), path).not.toMatch(/\b(document|window|HTMLElement|DOMParser)\b\s*[.(]/);
		}
	});
});

describe("nothing here reaches a robot", () => {
	it("no package can start a program or open a connection, but for the command line's notes", () => {
		const connections =
			/\bnew (WebSocket|EventSource|WebTransport|RTCPeerConnection)\b|\bfetch\s*\(|\bXMLHttpRequest\b|\bnavigator\.(serial|usb|bluetooth|hid)\b/;
		for (const library of packages()) {
			for (const path of sources(library)) {
				expect(
					importsOf(path).filter((specifier) => transports.test(specifier)),
					path,
				).toEqual([]);
				if (path !== hostClient) expect(read(path), path).not.toMatch(connections);
			}
		}
	});

	it("the command line sends notes only, and to this machine only", async () => {
		const text = read(hostClient);
		expect(text.match(/\bfetch\s*\(/g)).toHaveLength(1);
		expect(text.match(/"\/api\/[^"]*"/g)).toEqual(['"/api/moonrobo/replays/annotate"']);
		expect(text).toContain('redirect: "error"');
		const { loopbackHost } = (await import(join(root, hostClient))) as { loopbackHost(text: string): URL };
		for (const address of ["http://127.0.0.1:4655", "http://localhost:1", "http://[::1]:80"])
			expect(loopbackHost(address).href).toBe(`${new URL(address).origin}/`);
		for (const address of [
			"http://192.168.1.20",
			"http://robot.local:9090",
			"http://127.0.0.1.example.test",
			"http://127.0.0.1@example.test",
			"http://[::ffff:10.0.0.1]",
			"http://0.0.0.0",
			"ws://127.0.0.1",
			"http://127.0.0.1/api",
		])
			expect(() => loopbackHost(address), address).toThrow("this machine");
	});

	it("the cockpit talks to its own host only", () => {
		for (const workspace of workspaces().filter(({ name }) => name === "cockpit")) {
			for (const path of sources(workspace)) {
				expect(read(path), path).not.toMatch(
					/\bnew (WebSocket|EventSource|WebTransport|RTCPeerConnection)\b|\bnavigator\.(serial|usb|bluetooth|hid)\b|fetch\(\s*["'`]https?:/,
				);
			}
		}
	});

	it("no library exports an actuation function", () => {
		const actuation =
			/^(send|dispatch|execute|actuate|command|drive|move|publish|write)(Command|Joint|Motion|Torque|Robot|Bridge|Actuator|Controller)/i;
		for (const library of libraries()) {
			const text = read(`${library.folder}/src/index.ts`);
			for (const name of text.match(/\b[A-Za-z]+\b/g) ?? [])
				expect(name, library.name).not.toMatch(actuation);
		}
	});
});
