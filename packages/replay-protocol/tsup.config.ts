import { library } from "@hindcast/tooling/tsup";
import { defineConfig } from "tsup";

export default defineConfig(
	library({ entry: { index: "src/index.ts", convert: "src/convert/index.ts", http: "src/http/index.ts" } }),
);
