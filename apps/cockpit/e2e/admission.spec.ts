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
		await expect(cockpit.provenance).toContainText(storedClass);
		await expect(cockpit.provenance).toContainText("not verified by receipt");

		await cockpit.playToEnd();
	});
}

test("stores a claim of recording as imported, and filters the catalog by class", async ({
	cockpit,
	page,
}) => {
	await page.goto("/");
	const { metadata, arrays } = JSON.parse(readFileSync(dropFiles.json, "utf8"));
	arrays.qj.data[0][0] += 0.001; // other content, so that it is not the replay of the tests above
	const claim = { metadata: { ...metadata, artifact_class: "recorded" }, arrays };
	await cockpit.choose({ name: "claim.json", bytes: Buffer.from(JSON.stringify(claim)) });
	await expect(cockpit.dialog).toContainText("a claim in a file proves nothing by itself");
	await cockpit.dialog.getByRole("textbox").fill("A claim");
	await cockpit.accept.click();
	await expect(cockpit.provenance).toContainText("imported");
	const rows = page.getByRole("list", { name: "Replays" }).getByRole("link");
	await page.getByRole("radio", { name: /imported/ }).click();
	await expect(rows).toHaveCount(1);
	await expect(rows).toContainText("A claim");
	await page.getByRole("radio", { name: /All/ }).click();
	await expect(rows.filter({ hasText: "simulated" }).first()).toBeVisible();
});

test("shows a replay of an unknown robot without guessing, and draws it on a chosen model", async ({
	cockpit,
	page,
}) => {
	await page.goto("/");
	const { metadata, arrays } = JSON.parse(readFileSync(dropFiles.json, "utf8"));
	const stranger = { metadata: { ...metadata, robot_id: "stranger-1" }, arrays };
	await cockpit.choose({ name: "stranger.json", bytes: Buffer.from(JSON.stringify(stranger)) });
	await expect(cockpit.dialog).toContainText("The store does not have its robot");
	await expect(cockpit.accept).toBeDisabled();
	await cockpit.dialog.getByRole("button", { name: "Look at it first" }).click();
	await expect(page.getByText("The store has no robot “stranger-1”")).toBeVisible();
	await expect(cockpit.canvas).toBeHidden();
	await page.getByRole("button", { name: "Choose a model" }).click();
	await page.getByRole("menuitemradio", { name: /Tern 6/ }).click();
	await expect(cockpit.provenance).toContainText("your choice");
	await expect(cockpit.canvas).toBeVisible();
});

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
	await expect(cockpit.provenance).toContainText(/^.simulatedNothing was sent\./);
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
