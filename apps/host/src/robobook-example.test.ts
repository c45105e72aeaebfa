import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createReplay, writeReplay } from "@hindcast/replay-protocol";
import { replayDetailSchema, robotListSchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { profileSchema } from "./robots/profile.ts";
import { startTestHost, type TestHost } from "./testing/test-host.ts";

const document = await readFile(new URL("../ROBOBOOK.md", import.meta.url), "utf8");
const example = (language: string) =>
	new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(document)?.[1] ?? "";

let booksDir: string;
let host: TestHost;

beforeEach(async () => {
	booksDir = await mkdtemp(join(tmpdir(), "hindcast-robobook-"));
	host = await startTestHost({ booksDir });
});

afterEach(async () => {
	await host.close();
	await rm(booksDir, { recursive: true });
});

const put = async (path: string, text: string) => {
	await mkdir(dirname(join(booksDir, path)), { recursive: true });
	await writeFile(join(booksDir, path), text);
};

/** A replay of the example's robot, with a position beyond the example's limit. */
async function heronReplay(): Promise<Uint8Array<ArrayBuffer>> {
	const floats = (data: number[], shape: number[]) => ({
		...{ dtype: "float64" as const, shape },
		data: Float64Array.from(data),
	});
	const texts = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });
	const replay = await createReplay({
		metadata: { robot_id: "heron-1", bridge_id: "ros-other", joint_type: ["revolute"] },
		arrays: {
			t: floats([0, 0.02], [2]),
			joint_name: texts(["swing"]),
			qj: floats([0, 1.6], [2, 1]),
			dqj: floats([0, 0], [2, 1]),
			mode: texts(["read-only", "read-only"]),
			frame_id: texts(["f-0", "f-1"]),
		},
	});
	return writeReplay(replay, { encoding: "npz" });
}

it("takes a replay into the example's book, judged against its profile and its model", async () => {
	expect((await host.import(await heronReplay())).status).toBe(422);
	await put("heron-1/robot.json", example("json"));
	await put("heron-1/model/robot.urdf", example("xml"));
	const list = await (await fetch(`${host.url}/api/moonrobo/robots`)).json();
	expect(robotListSchema.parse(list).robots).toMatchObject([
		{ robot_id: "heron-1", label: "Heron, bench 2", joint_count: 1, model_status: "ready" },
	]);
	expect((await host.import(await heronReplay(), { replay_id: "a" })).status).toBe(200);
	const detail = replayDetailSchema.parse(await (await fetch(`${host.url}/api/moonrobo/replays/a`)).json());
	expect(detail.validation.issues.map(({ code }) => code)).toEqual(
		expect.arrayContaining(["joint-position-outside-limit", "bridge-id-conflict"]),
	);
});

it("takes a book of an id alone, and none whose keys have another form", async () => {
	await put("heron-1/robot.json", '{"id":"heron-1"}');
	expect((await host.import(await heronReplay())).status).toBe(200);
	await put("heron-1/robot.json", '{"id":"heron-1","limits":{"heartbeat_ms":[]}}');
	expect((await host.import(await heronReplay(), { replay_id: "b" })).status).toBe(422);
});

it("names every key of a profile that is read", () => {
	for (const [key, schema] of Object.entries(profileSchema.shape)) {
		expect(document).toContain(`\`${key}`);
		const inner = Object(schema.def).innerType;
		const item = inner?.def?.element ?? inner;
		for (const name of Object.keys(item?.shape ?? {})) {
			expect(document).toMatch(new RegExp(`\\b${name}\\b`));
		}
	}
});
