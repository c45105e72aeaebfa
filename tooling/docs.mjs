// `npm run docs`: writes the API reference in `docs/api` again.
import { resolve } from "node:path";
import { generateApiReference } from "./api/generate.mjs";
import { root } from "./bootstrap/command.mjs";

const complaints = await generateApiReference(resolve(root, "docs/api"));
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
if (complaints.length > 0) process.exitCode = 1;
