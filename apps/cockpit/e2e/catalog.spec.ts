import type { Page } from "@playwright/test";
import { expect, test } from "./support/cockpit.ts";

test.beforeEach(({ cockpit }) => cockpit.prefer("en", "dark"));

/** Makes the store look large: the host gives one replay a page. */
async function onePerPage(page: Page): Promise<void> {
	await page.route(/\/replays\?limit=200/, (route) =>
		route.continue({ url: route.request().url().replace("limit=200", "limit=1") }),
	);
}

test("finds replays that the catalog has not listed, by id and class, and closes on Escape", async ({
	cockpit,
	page,
}) => {
	await onePerPage(page);
	await page.goto("/");
	await expect(page.getByRole("list", { name: "Replays" }).getByRole("link")).toHaveCount(1);
	const whole = await page.request.get("/api/moonrobo/replays?limit=200");
	const { replays } = await whole.json();
	const { replay_id: id, label } = replays.at(-1);
	await page.keyboard.press("Control+k");
	await page.keyboard.type(`${id} simulated`);
	const found = cockpit.dialog.getByRole("menuitem");
	await expect(found).toContainText(label);
	await expect(cockpit.dialog.getByText("Searching")).toHaveCount(0);
	await page.keyboard.press("Escape");
	await expect(cockpit.dialog).toHaveCount(0);
	await expect(page).toHaveURL("/");
});

test("marks the open replay beyond the first page, and says what the list leaves out", async ({ page }) => {
	const { replays } = await (await page.request.get("/api/moonrobo/replays?limit=200")).json();
	await onePerPage(page);
	await page.goto(`/replays/${replays.at(-1).replay_id}`);
	const open = page.getByRole("region", { name: "Open now" });
	await expect(open.getByRole("link")).toHaveAttribute("aria-current", "true");
	await expect(page.getByText(`1 of ${replays.length} listed, newest first`)).toBeVisible();
	for (let read = 1; read < replays.length; read++)
		await page.getByRole("button", { name: "Show more" }).click();
	await expect(open).toHaveCount(0);
	await expect(page.getByRole("list", { name: "Replays" }).locator("[aria-current]")).toHaveCount(1);
});

test("shows the notes on a replay with its proof", async ({ page }) => {
	const noted = await page.request.post("/api/moonrobo/replays/annotate", {
		data: {
			replay_id: "replay-tern-pick-place",
			annotation_id: "note-slip",
			frame_id: "f-0012",
			label: "Gripper slips",
			note: "The cube turns in the fingers.",
			severity: "critical",
			requester: { kind: "operator", id: "ada" },
			created_at_ms: "1782000100000",
		},
	});
	expect(noted.status()).toBe(200);
	await page.goto("/replays/replay-tern-pick-place");
	await page.getByRole("tab", { name: "Proof" }).click();
	const notes = page.getByRole("region", { name: "Notes" });
	await expect(notes.getByRole("article")).toHaveCount(1);
	for (const text of ["Gripper slips", "critical", "The cube turns", "frame f-0012", "operator ada", "2026"])
		await expect(notes).toContainText(text);
});
