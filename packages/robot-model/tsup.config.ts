import { library } from "@hindcast/tooling/tsup";
import { defineConfig } from "tsup";

export default defineConfig(library({ entry: ["src/index.ts", "src/deterministic-math.ts"] }));
