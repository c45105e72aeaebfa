import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RobotDetail, robotDetailSchema, robotListSchema } from "@hindcast/replay-protocol/http";
import { goldenAvailable, readGolden } from "@hindcast/tooling/golden";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Of } from "../storage/digest-cache.ts";
import { profile, robotId, urdf } from "../testing/replays.ts";
import { rawGet, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

const robots = "/api/moonrobo/robots";

async function detail(id = robotId): Promise<RobotDetail> {
	const answer = await fetch(`${host.url}${robots}/${id}`);
	expect(answer.status).toBe(200);
	return robotDetailSchema.strict().parse(await answer.json());
}

async function list() {
	return robotListSchema.strict().parse(await (await fetch(`${host.url}${robots}`)).json());
}

describe("robots", () => {
	it("are listed from their books", async () => {
		expect(await list()).toEqual({
			robot_count: 1,
			robots: [
				{
					robot_id: robotId,
					label: "Kite two",
					kind: "Arm",
					platform: "kite",
					bridge_id: "ros-kite",
					joint_count: 2,
					model_status: "ready",
					model_source_digest: sha256Of(new TextEncoder().encode(urdf)),
					telemetry_freshness_ms: 100,
				},
			],
		});
	});

	it("are answered without private keys and values, with every reference of the model", async () => {
		const answer = await detail();
		expect(JSON.stringify(answer)).not.toMatch(/alice|10\.1\.2\.3|internal|config_path/);
		expect(answer.profile).toMatchObject({ id: robotId, bridge: { id: "ros-kite", kind: "Ros2" } });
		expect(answer.model_route).toBe(`${robots}/${robotId}/model`);
		const base = Buffer.from("solid base\nendsolid base\n");
		expect(answer.assets).toEqual([
			{
				reference: "meshes/base.stl",
				status: "resolved",
				route: `${robots}/${robotId}/assets/meshes/base.stl`,
				checksum: sha256Of(base),
				byte_count: String(base.length),
			},
			{
				reference: "package://kite/meshes/arm.obj",
				status: "missing",
				route: null,
				checksum: null,
				byte_count: null,
			},
			{ reference: "[masked]", status: "refused", route: null, checksum: null, byte_count: null },
			{ reference: "meshes/absent.stl", status: "missing", route: null, checksum: null, byte_count: null },
		]);
	});

	it("are read again when their files change", async () => {
		const arm = join(host.book, "model/kite/meshes");
		await mkdir(arm, { recursive: true });
		await writeFile(join(arm, "arm.obj"), "v 0 0 0\n");
		expect((await detail()).assets[1]).toMatchObject({
			status: "resolved",
			route: `${robots}/${robotId}/assets/kite/meshes/arm.obj`,
		});
		await writeFile(
			join(host.book, "model/robot.urdf"),
			"<robot name='x'><link name='a'/><link name='b'/></robot>",
		);
		expect(await detail()).toMatchObject({
			robot: { model_status: "invalid" },
			model_error: { code: "two-roots", line: expect.any(Number) },
			assets: [],
		});
		expect((await fetch(`${host.url}${robots}/${robotId}/model`)).status).toBe(200);
		await rm(join(host.book, "model/robot.urdf"));
		expect((await detail()).robot).toMatchObject({ model_status: "missing", model_source_digest: null });
		await writeFile(join(host.book, "robot.json"), JSON.stringify({ ...profile, label: "Renamed" }));
		expect((await list()).robots[0]?.label).toBe("Renamed");
		await writeFile(join(host.book, "robot.json"), "{");
		expect((await list()).robot_count).toBe(0);
	});

	it.each([
		"/etc/passwd",
		"../outside.urdf",
		"model/../robot.json",
		"robot.json",
		"bridge/bridge.json",
		"model",
	])("do not open the model at %s", async (primary) => {
		await writeFile(join(host.book, "robot.json"), JSON.stringify({ ...profile, model: { primary } }));
		const answer = await detail();
		expect(answer.robot.model_status).toBe("invalid");
		expect(answer.model_error?.code).toBe("model-path-refused");
		expect(answer.model_route).toBeNull();
		expect((await fetch(`${host.url}${robots}/${robotId}/model`)).status).toBe(404);
	});

	it("do not follow links: not as a book, a profile or a model", async () => {
		await symlink(host.book, join(host.booksDir, "linked-book"));
		await rm(join(host.book, "model/robot.urdf"));
		await symlink("/etc/hostname", join(host.book, "model/robot.urdf"));
		expect((await detail()).model_error?.code).toBe("model-not-a-file");
		expect((await fetch(`${host.url}${robots}/${robotId}/model`)).status).toBe(404);
		await rm(join(host.book, "robot.json"));
		await symlink("/etc/hostname", join(host.book, "robot.json"));
		expect((await list()).robot_count).toBe(0);
	});

	it("have an id of their own, which need not be the folder's name", async () => {
		await mkdir(join(host.booksDir, "second"));
		await writeFile(
			join(host.booksDir, "second/robot.json"),
			'{"id":"heron-lab-01","kind":["Unknown","bird"]}',
		);
		const answer = await detail("heron-lab-01");
		expect(answer.robot).toMatchObject({ kind: "Unknown", label: "heron-lab-01", model_status: "missing" });
		expect((await fetch(`${host.url}${robots}/second`)).status).toBe(404);
	});
});

describe("model and assets", { timeout: 30_000 }, () => {
	it("are the stored bytes, with strong tags and ranges", async () => {
		for (const [path, file, type] of [
			["model", "model/robot.urdf", "application/xml"],
			["assets/meshes/base.stl", "model/meshes/base.stl", "model/stl"],
		] as const) {
			const bytes = await readFile(join(host.book, file));
			const route = `${host.url}${robots}/${robotId}/${path}`;
			const whole = await fetch(route);
			expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
			expect(whole.headers.get("etag")).toBe(`"${sha256Of(bytes)}"`);
			expect(whole.headers.get("content-type")).toBe(type);
			const part = await fetch(route, { headers: { range: "bytes=-5" } });
			expect([part.status, await part.text()]).toEqual([206, bytes.subarray(-5).toString()]);
			const tag = whole.headers.get("etag") ?? "";
			expect((await fetch(route, { headers: { "if-none-match": tag } })).status).toBe(304);
		}
	});

	it("serve an empty file", async () => {
		await writeFile(join(host.book, "model/meshes/empty.stl"), "");
		const answer = await fetch(`${host.url}${robots}/${robotId}/assets/meshes/empty.stl`);
		expect([answer.status, await answer.text(), answer.headers.get("content-length")]).toEqual([
			200,
			"",
			"0",
		]);
	});

	it("serve nothing but known kinds of files below the model folder (raw sockets)", async () => {
		await writeFile(join(host.booksDir, "outside.stl"), "outside");
		await symlink(join(host.booksDir, "outside.stl"), join(host.book, "model/link.stl"));
		await symlink(host.booksDir, join(host.book, "model/up"));
		await symlink("meshes", join(host.book, "model/inner"));
		await writeFile(join(host.book, "model/.hidden.stl"), "hidden");
		await mkdir(join(host.book, "model/folder.stl"));
		execFileSync("mkfifo", [join(host.book, "model/fifo.stl")]);
		const base = `${robots}/${robotId}/assets`;
		const addresses = [
			`${base}/`,
			`${base}`,
			`${base}/robot.urdf`,
			`${base}/../robot.json`,
			`${base}/../bridge/bridge.json`,
			`${base}/../../outside.stl`,
			`${base}/meshes/../../../outside.stl`,
			`${base}/..%2foutside.stl`,
			`${base}/%2e%2e/%2e%2e/outside.stl`,
			`${base}/%2e%2e%2f%2e%2e%2foutside.stl`,
			`${base}/..%252f..%252foutside.stl`,
			`${base}/..%5c..%5coutside.stl`,
			`${base}/..\\..\\outside.stl`,
			`${base}/meshes%2fbase.stl`,
			`${base}/meshes/base.stl%00`,
			`${base}/meshes/base.stl%00.obj`,
			`${base}/meshes//base.stl`,
			`${base}/./meshes/base.stl`,
			`${base}/meshes/./base.stl`,
			`${base}//etc/passwd`,
			`${base}/etc/passwd`,
			`${base}/%2fetc%2fpasswd`,
			`${base}/link.stl`,
			`${base}/up/outside.stl`,
			`${base}/inner/base.stl`,
			`${base}/.hidden.stl`,
			`${base}/folder.stl`,
			`${base}/fifo.stl`,
			`${base}/meshes/base.stl/`,
			`${base}/meshes/base.stl/x.stl`,
			`${base}/${"a".repeat(300)}.stl`,
			`${robots}/../robots/${robotId}/assets/meshes/base.stl`,
			`${robots}/..%2f${robotId}/assets/meshes/base.stl`,
			`${robots}/%2e%2e/assets/outside.stl`,
		];
		for (const address of addresses) {
			const answer = await rawGet(host.port, address);
			expect([address, [400, 404].includes(answer.status)]).toEqual([address, true]);
			expect(answer.head).toContain("application/json");
			expect(answer.body).not.toMatch(/outside|root:|secret|solid/);
		}
		expect((await rawGet(host.port, `${base}/meshes/base.stl`)).status).toBe(200);
		expect((await rawGet(host.port, `${base}/meshes/b%61se.stl`)).status).toBe(200);
	});
});

describe.skipIf(!goldenAvailable)("the Noetix E1 book", () => {
	it("opens under the id of its profile, with its mesh", async () => {
		const book = join(host.booksDir, "noetix-e1");
		await mkdir(join(book, "model/meshes"), { recursive: true });
		for (const path of ["robot.json", "model/robot.urdf", "model/meshes/base.obj"]) {
			await writeFile(join(book, path), await readGolden(`moonrobo/noetix-e1/${path}`));
		}
		const answer = await detail("noetix-e1-lab-01");
		expect(answer.robot).toMatchObject({
			kind: "Humanoid",
			bridge_id: "sdk-e1",
			joint_count: 24,
			model_status: "ready",
			model_source_digest: "sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be",
			telemetry_freshness_ms: 250,
		});
		expect(answer.assets).toMatchObject([{ reference: "meshes/base.obj", status: "resolved" }]);
		const mesh = await fetch(`${host.url}${answer.assets[0]?.route}`);
		expect(new Uint8Array(await mesh.arrayBuffer())).toEqual(
			await readGolden("moonrobo/noetix-e1/model/meshes/base.obj"),
		);
	});
});
