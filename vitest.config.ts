import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumLaunch } from "./tooling/testing/chromium.ts";
import { goldenRoute } from "./tooling/testing/golden-route.ts";

const requested = process.env["HINDCAST_GOLDEN"];
const golden = requested && existsSync(requested) ? resolve(requested) : null;
const modes = ["module", "development|production"];

/** What browser tests load from npm, by the workspace that declares it. */
const browserDependencies = [
	"@hindcast/npz-safe > fflate",
	"@hindcast/robot-model > saxes",
	"@hindcast/replay-protocol > zod",
	"@hindcast/replay-protocol > @noble/hashes/sha2.js",
	"@hindcast/cockpit > three",
	"@hindcast/cockpit > three/examples/jsm/controls/OrbitControls.js",
	"@hindcast/cockpit > three/examples/jsm/geometries/RoundedBoxGeometry.js",
	"@hindcast/cockpit > three/examples/jsm/loaders/ColladaLoader.js",
	"@hindcast/cockpit > urdf-loader",
];

export default defineConfig({
	resolve: { conditions: ["@hindcast/source", "browser", ...modes] },
	ssr: { resolve: { conditions: ["@hindcast/source", "node", ...modes] } },
	test: {
		reporters: ["default", "json", "junit"],
		outputFile: { json: "reports/vitest.json", junit: "reports/vitest.xml" },
		projects: [
			{
				extends: true,
				test: {
					name: "node",
					environment: "node",
					include: ["{packages,apps}/*/src/**/*.test.{ts,tsx}", "{tooling,fixtures}/**/*.test.ts"],
					exclude: ["**/*.browser.test.ts", "**/node_modules/**", "**/dist/**"],
					provide: { golden },
				},
			},
			{
				extends: true,
				plugins: [goldenRoute(golden)],
				// Named, so that Vite does not find them late and reload a running test.
				optimizeDeps: { include: browserDependencies },
				test: {
					name: "browser",
					include: ["{packages,apps}/*/src/**/*.browser.test.{ts,tsx}"],
					provide: { golden: golden === null ? null : "/__golden/" },
					browser: {
						enabled: true,
						headless: true,
						screenshotFailures: false,
						instances: [{ browser: "chromium" }],
						provider: playwright({ launchOptions: chromiumLaunch }),
					},
				},
			},
		],
	},
});
