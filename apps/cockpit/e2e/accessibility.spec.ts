import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { dropFiles, expect, test } from "./support/cockpit.ts";

/** Serious and critical findings in the page, or in the part of it that just changed. */
async function seriousFindings(page: Page, part?: string): Promise<string[]> {
	const axe = new AxeBuilder({ page });
	const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
	return violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** Texts that do not fit their element, and whether the page itself overflows. */
function cutTexts(page: Page): Promise<(string | null)[]> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		const cut = [
			...document.querySelectorAll("button, [role=tab], .legend-row, .provenance > *, .section-title, dt"),
		]
			.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
			.filter((element) => getComputedStyle(element).display !== "inline")
			.map((element) => element.textContent);
		return scrollWidth > clientWidth ? [...cut, "the page"] : cut;
	});
}

for (const language of ["en", "ru"] as const) {
	for (const theme of ["dark", "light"] as const) {
		test(`axe finds nothing serious, and nothing is cut, in ${language}, ${theme}`, async ({
			cockpit,
			page,
		}) => {
			await cockpit.prefer(language, theme);
			await page.goto("/");
			await expect(page.locator("main h2")).toBeVisible();
			await expect(page.locator("html")).toHaveAttribute("lang", language);
			await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
			expect(await seriousFindings(page)).toEqual([]);
			await page.keyboard.press("?");
			await expect(cockpit.dialog).toBeVisible();
			expect(await seriousFindings(page, "[role=dialog]")).toEqual([]);
			expect(await cutTexts(page)).toEqual([]);
			await page.keyboard.press("Escape");
			await cockpit.choose(dropFiles.hostile);
			await expect(page.getByText("object-payload")).toBeVisible();
			expect(await seriousFindings(page, "[role=dialog]")).toEqual([]);
			expect(await cutTexts(page)).toEqual([]);
			await page.keyboard.press("Escape");
			await cockpit.choose(dropFiles.npz);
			await expect(page.getByRole("textbox")).toBeVisible();
			expect(await seriousFindings(page, "[role=dialog]")).toEqual([]);
			expect(await cutTexts(page)).toEqual([]);
			await page.keyboard.press("Escape");

			await page.locator("a[href='/replays/replay-tern-gaps']").click();
			await expect(cockpit.anySlider).toBeVisible();
			expect(await seriousFindings(page)).toEqual([]);
			for (const tab of await page.getByRole("tab").all()) {
				await tab.click();
				expect(await seriousFindings(page, "aside.region-side")).toEqual([]);
				expect(await cutTexts(page)).toEqual([]);
			}
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
