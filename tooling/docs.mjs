// `npm run docs`: writes the API reference in `docs/api` again.
import { resolve } from "node:path";
import { generateApiReference } from "./api/generate.mjs";
import { root } from "./bootstrap/command.mjs";

try {
	await generateApiReference(resolve(root, "docs/api"));
} catch (error) {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}
