import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumLaunch } from "@hindcast/tooling/chromium";
import { defineConfig } from "@playwright/test";
import { goldenBook } from "./e2e/support/golden.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const books = process.env["HINDCAST_E2E_BOOKS"] ?? createBooks();
// The workers load this file again, and find the store by name.
process.env["HINDCAST_E2E_BOOKS"] = books;
const baseURL = process.env["HINDCAST_E2E_URL"];

export default defineConfig({
	testDir: "e2e",
	outputDir: join(root, "reports/playwright"),
	workers: 1,
	forbidOnly: process.env["CI"] !== undefined,
	timeout: 60_000,
	expect: { timeout: 15_000 },
	reporter: [["list"], ["json", { outputFile: join(root, "reports/playwright.json") }]],
	use: {
		browserName: "chromium",
		viewport: { width: 1280, height: 720 },
		launchOptions: chromiumLaunch,
		...(baseURL === undefined ? {} : { baseURL }),
	},
	webServer: {
		command: "node ../host/dist/main.js",
		env: { PORT: "0", HINDCAST_BOOKS_DIR: books, HINDCAST_SEED_DIR: join(root, "fixtures/books") },
		wait: { stdout: /listening on (?<HINDCAST_E2E_URL>http:\/\/127\.0\.0\.1:\d+)/ },
		stdout: "pipe",
		reuseExistingServer: false,
		timeout: 20_000,
	},
});

/** A fresh store with a second robot of our own, and the golden one where there is golden data. */
function createBooks(): string {
	const folder = mkdtempSync(join(tmpdir(), "hindcast-e2e-"));
	cpSync(join(root, "apps/cockpit/e2e/books"), folder, { recursive: true });
	if (goldenBook !== null) cpSync(goldenBook, join(folder, "noetix-e1-lab-01"), { recursive: true });
	return folder;
}
