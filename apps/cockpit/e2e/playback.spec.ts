import { expect, test } from "./support/cockpit.ts";

const replay = "/replays/replay-tern-pick-place";

test.beforeEach(({ cockpit }) => cockpit.prefer("en", "dark"));

test("does not start by itself; steps and scrubs by keyboard on the frames' own times", async ({
	cockpit,
	page,
}) => {
	await cockpit.openReplay(replay);
	await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", "0.000 s of 14.000 s, frame f-0000");
	await cockpit.slider.focus();
	await page.keyboard.press("ArrowRight");
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /frame f-0001$/);
	await page.keyboard.press("Shift+ArrowRight");
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /frame f-0011$/);
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press(",");
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /frame f-0009$/);
	await page.keyboard.press("End");
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /^14\.000 s of 14\.000 s/);
	await page.keyboard.press("Home");
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /^0\.000 s/);
});

test("plays and pauses by Space from the catalog's link and from a selected tab", async ({
	cockpit,
	page,
}) => {
	await page.goto("/");
	await page.locator(`a[href="${replay}"]`).click();
	await expect(cockpit.slider).toBeVisible();
	await page.keyboard.press("Space");
	await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
	await expect.poll(() => cockpit.seconds()).toBeGreaterThan(0);
	await page.getByRole("tab", { name: "Joints" }).click();
	await page.keyboard.press("Space");
	await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
	await page.keyboard.press("Space");
	await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("scrubs, previews, zooms and fits by mouse", async ({ cockpit, page }) => {
	await cockpit.openReplay(replay);
	await expect(cockpit.tracks).toBeVisible();
	const box = await cockpit.tracks.boundingBox();
	if (box === null) throw new Error("the timeline has no place");
	const y = box.y + 34;
	const preview = page.locator(".hover-frame");
	await page.mouse.move(box.x + box.width - 60, y);
	await expect(preview).toContainText(/^f-\d{4}/);
	const whole = await preview.textContent();
	await page.mouse.move(box.x + box.width / 2, y);
	await expect(preview).toContainText(/^f-\d{4}/);
	const before = await preview.textContent();
	await page.mouse.wheel(0, -600);
	await expect(preview).toHaveText(before ?? "");
	await page.mouse.move(box.x + box.width - 60, y);
	await expect(preview).not.toHaveText(whole ?? "");
	await page.mouse.dblclick(box.x + box.width / 2, y);
	await page.mouse.move(box.x + box.width - 60, y);
	await expect(preview).toHaveText(whole ?? "");
	await page.mouse.down();
	await page.mouse.move(box.x + box.width + 20, y);
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /^14\.000 s/);
	await page.mouse.up();
	await page.mouse.move(box.x + box.width / 2, 300);
	await expect(preview).toBeHidden();
});

test("comes back to the same replay, nanosecond and layers after a reload", async ({ cockpit, page }) => {
	await cockpit.openReplay(`${replay}?t=6061234567`);
	await expect(page.getByTestId("time-now")).toHaveText("00:06.061234567");
	await page.keyboard.press("g");
	await expect(page).toHaveURL(/\?t=6061234567&layers=robot,target,limits$/);
	await page.keyboard.press("ArrowRight");
	await expect(page).not.toHaveURL(/t=6061234567/);
	const address = page.url();
	const time = await page.getByTestId("time-now").textContent();
	await page.reload();
	await expect(page.getByTestId("time-now")).toHaveText(time ?? "");
	expect(page.url()).toBe(address);
	await expect(page.getByRole("button", { name: "Grid" })).toHaveAttribute("aria-pressed", "false");
});

test("loops a part, changes speed, and resets", async ({ cockpit, page }) => {
	await cockpit.openReplay(`${replay}?t=4000000000`);
	const loop = page.getByRole("button", { name: "Loop", exact: false }).and(page.locator("[aria-pressed]"));
	await page.keyboard.press("[");
	await expect(loop).toHaveAttribute("aria-pressed", "true");
	await page.keyboard.press("Shift+ArrowRight");
	await page.keyboard.press("]");
	await expect(page.getByText(/^Loops from 00:04\.000 to 00:04\.[12]\d\d$/)).toBeAttached();
	await page.keyboard.press("Space");
	await expect.poll(() => cockpit.seconds()).toBeLessThan(4.21);
	await page.keyboard.press("Space");
	await page.keyboard.press("l");
	await expect(loop).toHaveAttribute("aria-pressed", "false");
	await page.keyboard.press("2");
	await expect(page.getByRole("button", { name: "Speed: 0.5×" })).toBeVisible();
	await page.keyboard.press("End");
	await page.getByRole("button", { name: "Reset" }).click();
	await expect(page.getByRole("button", { name: "Speed: 1×" })).toBeVisible();
	expect(await cockpit.seconds()).toBe(0);
});

test("shows the frame, the joints, the advisories and the proof", async ({ cockpit, page }) => {
	await cockpit.openReplay("/replays/replay-tern-gaps");
	const inspector = page.getByRole("complementary", { name: "Inspector" });
	await inspector.getByRole("tab", { name: "Frame" }).click();
	await expect(inspector.getByText("f-0000")).toBeVisible();
	await inspector.getByRole("tab", { name: "Joints" }).click();
	await expect(inspector.getByText("wrist_pitch")).toBeVisible();
	await inspector.getByRole("tab", { name: "Report" }).click();
	await expect(inspector.getByText("time-gap")).toBeVisible();
	await inspector.getByRole("tab", { name: "Proof" }).click();
	await expect(inspector.getByText(/sha256:[0-9a-f]{64}/).first()).toBeVisible();
});

test("collapses the panels in a narrow window and the legend by key; the timeline stays", async ({
	cockpit,
	page,
}) => {
	await page.setViewportSize({ width: 1000, height: 700 });
	await cockpit.openReplay(replay);
	await expect(page.getByRole("tab", { name: "Joints" })).toBeHidden();
	await page.keyboard.press("i");
	await expect(page.getByRole("tab", { name: "Joints" })).toBeVisible();
	await page.keyboard.press("i");
	await page.keyboard.press("h");
	await expect(page.getByRole("button", { name: "Grid" })).toBeHidden();
	await page.reload();
	await expect(page.getByRole("button", { name: "Show the layers" })).toBeVisible();
	await expect(cockpit.slider).toBeVisible();
});

test("finds a joint, a command and a frame by name", async ({ cockpit, page }) => {
	await cockpit.openReplay(replay);
	const findFor = async (text: string, name: RegExp) => {
		await page.keyboard.press("Control+k");
		await page.keyboard.type(text);
		await cockpit.dialog.getByRole("menuitem", { name }).first().click();
		await expect(cockpit.dialog).toBeHidden();
	};
	await page.keyboard.press("Control+k");
	await expect(cockpit.dialog.getByRole("menuitem", { name: /intent-bin-3-retreat/ })).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(cockpit.dialog).toBeHidden();
	await findFor("f-0302", /f-0302/);
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /frame f-0302$/);
	await findFor("retreat", /intent-bin-3-retreat/);
	await expect(page.getByTestId("time-now")).toHaveText(/^00:11\./);
	await findFor("elbow", /elbow_pitch/);
	const joint = page.getByRole("listitem").filter({ hasText: "elbow_pitch" });
	await expect(joint).toHaveAttribute("aria-current", "true");
});

test("says what happened to an address that leads nowhere, and to a replay that is not there", async ({
	cockpit,
	page,
}) => {
	await page.goto("/nowhere");
	await expect(page.getByRole("heading", { name: "There is no such view" })).toBeVisible();
	await page.goto("/replays/replay-that-is-not-there");
	await expect(page.getByText("replay-not-found")).toBeVisible();
	await cockpit.openReplay(`${replay}?t=garbage&layers=robot,nothing`);
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /frame f-0000$/);
});
