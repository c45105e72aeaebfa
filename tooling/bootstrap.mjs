#!/usr/bin/env node
// The one entry behind `npm start`, `npm test` and `npm run …`.
// Needs nothing but Node and npm: it installs the workspace, looks at what the machine has, builds, and runs.
import { install } from "./bootstrap/install.mjs";
import { fail, say } from "./bootstrap/report.mjs";
import { tasks } from "./bootstrap/tasks.mjs";

const [name = "start", ...args] = process.argv.slice(2);

if (!Object.hasOwn(tasks, name)) fail(`unknown task "${name}"; known: ${Object.keys(tasks).join(", ")}`);
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
	fail(`Node ${process.versions.node} is too old: 20.19 or newer is needed`);

try {
	await install();
	process.exitCode = await tasks[name](args);
} catch (error) {
	say("");
	fail(error instanceof Error ? error.message : String(error));
}
