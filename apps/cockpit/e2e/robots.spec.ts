import { expect, test } from "./support/cockpit.ts";

test.beforeEach(({ cockpit }) => cockpit.prefer("en", "dark"));

const robots = [
	{ id: "tern-6", joint: "shoulder_pitch", golden: false },
	{ id: "plover-2", joint: "elbow", golden: false },
	{ id: "noetix-e1-lab-01", joint: "waist_1_joint", golden: true },
];

for (const { id, joint, golden } of robots) {
	test(`draws ${id} without a replay`, async ({ page }) => {
		test.skip(golden && process.env["HINDCAST_GOLDEN"] === undefined, "needs golden data");
		await page.goto("/");
		await page.getByRole("list", { name: "Robots" }).getByRole("link").filter({ hasText: id }).click();
		await expect(page).toHaveURL(`/robots/${id}`);
		await expect(page.getByRole("region", { name: "Provenance" })).toContainText("Neutral position");
		await expect(
			page.getByRole("complementary", { name: "Inspector" }).getByText(joint, { exact: true }),
		).toBeVisible();
		const canvas = page.getByRole("img", { name: /3-D view/ });
		await expect(canvas).toBeVisible();
		const shown = await canvas.screenshot();
		await page.keyboard.press("r");
		await expect.poll(async () => (await canvas.screenshot()).equals(shown)).toBe(false);
	});
}

test("moves the robot with the replay", async ({ cockpit, page }) => {
	await cockpit.openReplay("/replays/replay-tern-pick-place");
	await expect(page.getByText("model matches")).toBeVisible();
	const canvas = page.getByRole("img", { name: /3-D view/ });
	const first = await canvas.screenshot();
	await page.keyboard.press("Shift+ArrowRight");
	for (let presses = 0; presses < 10; presses++) await page.keyboard.press("Shift+ArrowRight");
	await expect.poll(async () => (await canvas.screenshot()).equals(first)).toBe(false);
});

test("keeps the rest of the cockpit when the viewport cannot start", async ({ cockpit, page }) => {
	await page.addInitScript(() => {
		const getContext = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (
			this: HTMLCanvasElement,
			kind: string,
			...rest: unknown[]
		) {
			return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...rest]);
		} as typeof getContext;
	});
	await cockpit.openReplay("/replays/replay-tern-pick-place");
	await expect(page.getByRole("alert")).toContainText("Viewport: this part stopped");
	await cockpit.slider.focus();
	await page.keyboard.press("ArrowRight");
	await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /frame f-0001$/);
});
