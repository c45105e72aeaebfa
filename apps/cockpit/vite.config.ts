import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

// The packages are built from their source, so that the app never runs on a stale `dist`.
const host = "http://127.0.0.1:4655";

export default defineConfig({
	plugins: [react()],
	resolve: { conditions: ["@hindcast/source", ...defaultClientConditions] },
	worker: { format: "es" },
	build: { target: "es2022", sourcemap: false, assetsInlineLimit: 0 },
	// The host takes writes from its own origin only, so the development server speaks in its name.
	server: { proxy: { "/api": { target: host, changeOrigin: true, headers: { origin: host } } } },
});
