import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumLaunch } from "./tooling/testing/chromium.ts";
import { goldenRoute } from "./tooling/testing/golden-route.ts";

const requested = process.env["HINDCAST_GOLDEN"];
const golden = requested && existsSync(requested) ? resolve(requested) : null;
const modes = ["module", "development|production"];

const browserTests = "{packages,apps}/*/src/**/*.browser.test.{ts,tsx}";

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
				// Crawled before the run, so that Vite does not find a dependency late and reload a running test.
				optimizeDeps: { entries: [browserTests] },
				test: {
					name: "browser",
					include: [browserTests],
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
