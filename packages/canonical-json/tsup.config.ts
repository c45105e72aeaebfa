import { library } from "@hindcast/tooling/tsup";
import { defineConfig } from "tsup";

export default defineConfig(library());
