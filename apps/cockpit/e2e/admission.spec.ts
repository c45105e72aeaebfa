import { readFileSync } from "node:fs";
import { dropFiles, expect, snapshotStore, test } from "./support/cockpit.ts";

const claimed: unknown = JSON.parse(readFileSync(dropFiles.json, "utf8")).metadata.artifact_class;
const storedClass = claimed === "simulated" ? "simulated" : "imported";

test.beforeEach(({ cockpit }) => cockpit.prefer("en", "dark"));

for (const encoding of ["json", "npz"] as const) {
	test(`drops ${encoding}, reads the report, accepts, and watches it to the end`, async ({
		cockpit,
		page,
	}) => {
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() !== "GET") posts.push(new URL(request.url()).pathname);
		});
		await page.goto("/");
		await cockpit.drop(dropFiles[encoding]);
		await expect(cockpit.dialog.getByText(/Ready to accept|Can be accepted/)).toBeVisible();
		await expect(cockpit.dialog.getByText("tern-6", { exact: false }).first()).toBeVisible();
		expect(posts).toEqual([]);

		await cockpit.accept.click();
		await expect(page).toHaveURL(/\/replays\/[A-Za-z0-9._-]+/);
		await expect(cockpit.dialog).toBeHidden();
		expect(posts).toEqual(["/api/moonrobo/replays/import"]);
		const provenance = page.getByRole("region", { name: "Provenance" });
		await expect(provenance.getByText(storedClass)).toBeVisible();
		await expect(provenance.getByText("not verified by receipt")).toBeVisible();

		await page.keyboard.press("5");
		await page.keyboard.press("Space");
		await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
		await expect(cockpit.slider).toHaveAttribute("aria-valuetext", /^(\d+\.\d{3} s) of \1,/, {
			timeout: 30_000,
		});
		await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
	});
}

test("refuses a hostile NPZ with its reason, and leaves the store as it was", async ({ cockpit, page }) => {
	const posts: string[] = [];
	page.on("request", (request) => {
		if (request.method() !== "GET") posts.push(request.url());
	});
	await page.goto("/");
	const before = snapshotStore();
	await cockpit.drop(dropFiles.hostile);
	await expect(cockpit.dialog.getByText("This file cannot be accepted")).toBeVisible();
	await expect(cockpit.dialog.getByText("object-payload")).toBeVisible();
	await expect(cockpit.dialog.getByText("The store is unchanged.", { exact: false })).toBeVisible();
	await expect(cockpit.accept).toBeDisabled();
	await page.keyboard.press("Escape");
	await expect(cockpit.dialog).toBeHidden();
	expect(posts).toEqual([]);
	expect(snapshotStore()).toEqual(before);
});

test("cancels without a trace", async ({ cockpit, page }) => {
	await page.goto("/");
	const before = snapshotStore();
	await cockpit.choose(dropFiles.npz);
	await cockpit.dialog.getByRole("button", { name: "Cancel" }).click();
	await expect(cockpit.dialog).toBeHidden();
	expect(snapshotStore()).toEqual(before);
});

test("previews a file without storing it, and returns to its report", async ({ cockpit, page }) => {
	await page.goto("/");
	const before = snapshotStore();
	await cockpit.choose(dropFiles.npz);
	await cockpit.dialog.getByRole("button", { name: "Look at it first" }).click();
	await expect(page.getByText("Preview: read in this browser, not stored")).toBeVisible();
	await cockpit.slider.focus();
	await page.keyboard.press("End");
	await page.getByRole("button", { name: "Report and accept…" }).click();
	await expect(cockpit.accept).toBeEnabled();
	expect(snapshotStore()).toEqual(before);
});

test("says plainly that the host does not answer, and keeps the report", async ({ cockpit, page }) => {
	await page.goto("/");
	await cockpit.choose(dropFiles.npz);
	await expect(cockpit.accept).toBeEnabled();
	await page.route("**/api/moonrobo/replays/import", (route) => route.abort("connectionrefused"));
	await cockpit.accept.click();
	await expect(cockpit.dialog.getByText("The host does not answer.")).toBeVisible();
	await cockpit.dialog.getByRole("button", { name: "Back to the report" }).click();
	await expect(cockpit.accept).toBeEnabled();
});
