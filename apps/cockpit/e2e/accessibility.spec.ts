import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { dropFiles, expect, test } from "./support/cockpit.ts";

async function seriousFindings(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	return violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

for (const language of ["en", "ru"] as const) {
	for (const theme of ["dark", "light"] as const) {
		test(`axe finds nothing serious in ${language}, ${theme}`, async ({ cockpit, page }) => {
			await cockpit.prefer(language, theme);
			await page.goto("/replays/replay-tern-gaps");
			await expect(page.getByRole("slider")).toBeVisible();
			await expect(page.locator("html")).toHaveAttribute("lang", language);
			await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
			for (const tab of await page.getByRole("tab").all()) {
				await tab.click();
				expect(await seriousFindings(page)).toEqual([]);
			}
			await cockpit.choose(dropFiles.hostile);
			await expect(page.getByText("object-payload")).toBeVisible();
			expect(await seriousFindings(page)).toEqual([]);
			await page.keyboard.press("Escape");
			await cockpit.choose(dropFiles.npz);
			await expect(page.getByRole("textbox")).toBeVisible();
			expect(await seriousFindings(page)).toEqual([]);
			await page.goto("/");
			await expect(page.locator("main h2")).toBeVisible();
			expect(await seriousFindings(page)).toEqual([]);
			await page.keyboard.press("?");
			await expect(page.getByRole("dialog")).toBeVisible();
			expect(await seriousFindings(page)).toEqual([]);
		});

		test(`nothing is cut at 1280 × 720 in ${language}, ${theme}`, async ({ cockpit, page }) => {
			await cockpit.prefer(language, theme);
			await page.goto("/replays/replay-tern-pick-place");
			await expect(page.getByRole("slider")).toBeVisible();
			const cut = await page.evaluate(() =>
				[...document.querySelectorAll("button, [role=tab], .legend-row, .provenance > *, .section-title")]
					.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
					.filter((element) => getComputedStyle(element).display !== "inline")
					.map((element) => element.textContent),
			);
			expect(cut).toEqual([]);
			const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
			expect(scrollWidth).toBe(clientWidth);
		});
	}
}

test("honours reduced motion", async ({ cockpit, page }) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await cockpit.prefer("en", "dark");
	await page.goto("/");
	await expect(page.getByRole("heading", { name: "Open a replay" })).toBeVisible();
	const duration = await page.evaluate(() =>
		getComputedStyle(document.documentElement).getPropertyValue("--dur"),
	);
	expect(duration.trim()).toMatch(/^0m?s$/);
});
