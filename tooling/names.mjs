// `npm run names`: records the public names of the libraries again, and says which came and went.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { publicNames } from "./api/surface.mjs";
import { capture, root } from "./bootstrap/command.mjs";

const file = resolve(root, "tooling/gates/public-names.json");
const before = flat(JSON.parse(readFileSync(file, "utf8")));
const names = publicNames();
const after = flat(names);

writeFileSync(file, `${JSON.stringify(names, null, "\t")}\n`);
capture("biome", ["format", "--write", file]);
for (const name of after.filter((name) => !before.includes(name))) process.stdout.write(`+ ${name}\n`);
for (const name of before.filter((name) => !after.includes(name))) process.stdout.write(`- ${name}\n`);
process.stdout.write(`${after.length} public names\n`);

function flat(entries) {
	return Object.entries(entries).flatMap(([entry, list]) => list.map((name) => `${entry}: ${name}`));
}
