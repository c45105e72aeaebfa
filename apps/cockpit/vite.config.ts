import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
	plugins: [react()],
	worker: { format: "es" },
	build: { target: "es2022", sourcemap: false, assetsInlineLimit: 0 },
	server: { proxy: { "/api": "http://127.0.0.1:4655" } },
});
