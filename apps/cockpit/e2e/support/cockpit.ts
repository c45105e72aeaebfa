import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

export { expect };

declare global {
	interface Window {
		hindcastViolations?: string[];
	}
}

/** Files to drop, and what they are. */
export const dropFiles = {
	json: fixture("tern-reach.json"),
	npz: fixture("tern-reach.npz"),
	hostile: fixture("hostile.npz"),
};

/** The cockpit in one language and theme, as a page object over roles and names. */
export class Cockpit {
	constructor(readonly page: Page) {}

	/** Sets this browser's preferences before anything is opened; later changes stay. */
	async prefer(language: "en" | "ru", theme: "dark" | "light"): Promise<void> {
		await this.page.addInitScript(
			([key, value]) => localStorage.getItem(key) ?? localStorage.setItem(key, value),
			["hindcast.preferences.1", JSON.stringify({ language, theme })] as const,
		);
	}

	get slider(): Locator {
		return this.page.getByRole("slider", { name: "Time" });
	}

	/** The timeline in any language. */
	get anySlider(): Locator {
		return this.page.getByRole("slider");
	}

	get dialog(): Locator {
		return this.page.getByRole("dialog");
	}

	get provenance(): Locator {
		return this.page.getByRole("region", { name: "Provenance" });
	}

	get canvas(): Locator {
		return this.page.getByRole("img", { name: /3-D view/ });
	}

	/** The bare canvas of the timeline, for the mouse. */
	get tracks(): Locator {
		return this.page.locator(".tracks-canvas");
	}

	get accept(): Locator {
		return this.dialog.getByRole("button", { name: "Accept into the store" });
	}

	/** Opens an address and waits for the replay's timeline. */
	async openReplay(address: string): Promise<void> {
		await this.page.goto(address);
		await expect(this.slider).toBeVisible();
	}

	/** Chooses a file as the file dialog would. */
	async choose(file: string | { readonly name: string; readonly bytes: Uint8Array }): Promise<void> {
		await this.page
			.locator("input[type=file]")
			.setInputFiles(
				typeof file === "string"
					? file
					: { name: file.name, mimeType: "application/octet-stream", buffer: Buffer.from(file.bytes) },
			);
	}

	/** Plays what is open, four times as fast, and waits until it has stopped at its end. */
	async playToEnd(): Promise<void> {
		await this.page.keyboard.press("5");
		await this.page.keyboard.press("Space");
		await expect(this.page.getByRole("button", { name: "Pause" })).toBeVisible();
		await expect(this.slider).toHaveAttribute("aria-valuetext", /^(\d+\.\d{3} s) of \1,/, {
			timeout: 30_000,
		});
		await expect(this.page.getByRole("button", { name: "Play" })).toBeVisible();
	}

	/** Drops a file on the window, with the events a browser sends. */
	async drop(path: string): Promise<void> {
		const bytes = readFileSync(path).toString("base64");
		const transfer = await this.page.evaluateHandle(
			({ name, base64 }) => {
				const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name);
				const transfer = new DataTransfer();
				transfer.items.add(file);
				return transfer;
			},
			{ name: basename(path), base64: bytes },
		);
		for (const type of ["dragenter", "dragover", "drop"])
			await this.page.dispatchEvent("body", type, { dataTransfer: transfer });
	}

	/** The time the slider stands at, seconds. */
	async seconds(): Promise<number> {
		return Number(await this.slider.getAttribute("aria-valuenow"));
	}
}

/** A test with a cockpit; any policy violation, page error or request to another origin fails it. */
export const test = base.extend<{ cockpit: Cockpit }>({
	cockpit: [
		async ({ page, baseURL }, use) => {
			const faults: string[] = [];
			await page.addInitScript(() => {
				window.hindcastViolations = [];
				document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
					window.hindcastViolations?.push(`${violatedDirective} ${blockedURI}`),
				);
			});
			page.on("pageerror", ({ message }) => faults.push(`page error: ${message}`));
			page.on("console", (message) => {
				if (/content security policy/i.test(message.text())) faults.push(message.text());
			});
			page.on("request", (request) => {
				const url = new URL(request.url());
				const local = url.protocol === "blob:" || url.protocol === "data:";
				if (!local && url.origin !== baseURL) faults.push(`off-origin request: ${url.origin}`);
			});
			await use(new Cockpit(page));
			const violations = await page.evaluate(() => window.hindcastViolations ?? []);
			expect([...faults, ...violations]).toEqual([]);
		},
		{ auto: true },
	],
});

/** A digest of every file in the store by its path: equal snapshots mean an unchanged store. */
export function snapshotStore(): Readonly<Record<string, string>> {
	const books = process.env["HINDCAST_E2E_BOOKS"];
	if (books === undefined) throw new Error("the configuration names no store");
	const files = readdirSync(books, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	return Object.fromEntries(
		files
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
	);
}

function fixture(name: string): string {
	return fileURLToPath(new URL(`../../../../fixtures/drop/${name}`, import.meta.url));
}
