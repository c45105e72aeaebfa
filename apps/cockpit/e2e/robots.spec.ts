import { writeReplay } from "@hindcast/replay-protocol";
import { convertTelemetryFrames } from "@hindcast/replay-protocol/convert";
import { expect, test } from "./support/cockpit.ts";
import { goldenBook, goldenTelemetry } from "./support/golden.ts";

test.beforeEach(({ cockpit }) => cockpit.prefer("en", "dark"));

const robots = [
	{ id: "tern-6", joint: "shoulder_pitch", golden: false },
	{ id: "plover-2", joint: "elbow", golden: false },
	{ id: "noetix-e1-lab-01", joint: "waist_1_joint", golden: true },
];

for (const { id, joint, golden } of robots) {
	test(`draws ${id} without a replay`, async ({ cockpit, page }) => {
		test.skip(golden && goldenBook === null, "needs golden data");
		await page.goto("/");
		await page.getByRole("list", { name: "Robots" }).getByRole("link").filter({ hasText: id }).click();
		await expect(page).toHaveURL(`/robots/${id}`);
		await expect(cockpit.provenance).toContainText("Neutral position");
		await expect(
			page.getByRole("complementary", { name: "Inspector" }).getByText(joint, { exact: true }),
		).toBeVisible();
		await expect(cockpit.canvas).toBeVisible();
		const shown = await cockpit.canvas.screenshot();
		await page.keyboard.press("r");
		await expect.poll(async () => (await cockpit.canvas.screenshot()).equals(shown)).toBe(false);
	});
}

test("moves the robot with the replay", async ({ cockpit, page }) => {
	await cockpit.openReplay("/replays/replay-tern-pick-place");
	await expect(cockpit.provenance).toContainText("model matches");
	const first = await cockpit.canvas.screenshot();
	await page.keyboard.press("End");
	await expect.poll(async () => (await cockpit.canvas.screenshot()).equals(first)).toBe(false);
});

test("plays telemetry of the golden robot, every joint of it drawn", async ({ cockpit, page }) => {
	const telemetry = goldenTelemetry();
	test.skip(telemetry === null || goldenBook === null, "needs golden data");
	const frames = JSON.parse(telemetry ?? "[]");
	const { artifact, report } = await convertTelemetryFrames(frames, { sourceLabel: "Walk of 24 frames" });
	if (artifact === undefined) throw new Error(JSON.stringify(report));
	await page.goto("/");
	const bytes = Buffer.from(writeReplay(artifact, { encoding: "msgpack" }));
	await cockpit.choose({ name: "walk-24.msgpack", bytes });
	await expect(cockpit.dialog).toContainText("noetix-e1-lab-01");
	await cockpit.accept.click();
	await expect(cockpit.provenance).toContainText("noetix-e1-lab-01");
	await expect(cockpit.provenance).not.toContainText("not drawn");
	const first = await cockpit.canvas.screenshot();
	await cockpit.playToEnd();
	await expect.poll(async () => (await cockpit.canvas.screenshot()).equals(first)).toBe(false);
	const { joints, frame_id: id } = frames.at(-1);
	await page.getByRole("tab", { name: "Frame" }).click();
	await expect(page.getByRole("tabpanel")).toContainText(id);
	for (const { name } of joints.slice(0, 24)) {
		await expect(page.getByRole("tabpanel").getByText(name, { exact: true })).toBeAttached();
	}
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
