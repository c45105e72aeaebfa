import type { RobotDetail } from "@hindcast/replay-protocol/http";
import { describe, expect, it } from "vitest";
import { fakeHost } from "../testing/fake-host.ts";
import { judgingContext } from "./judging-context.ts";

const urdf = `<robot name="r"><link name="base"/><link name="arm"/>
	<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
		<limit lower="-1" upper="1" velocity="2" effort="3"/></joint></robot>`;
const robot = {
	robot: { robot_id: "tern-6", bridge_id: "bridge-1", telemetry_freshness_ms: 250 },
	model_route: "/api/moonrobo/robots/tern-6/model",
	model_error: null,
} as RobotDetail;
const never = new AbortController().signal;

describe("judgingContext", () => {
	it("takes the robot's profile and model, with the digest of the model's bytes", async () => {
		const bytes = new TextEncoder().encode(urdf);
		const api = fakeHost({ readRobot: async () => robot, download: async () => bytes });
		const context = await judgingContext({ api, signal: never }, { robot_id: "tern-6" });
		const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
		expect(context.robot).toEqual({
			id: "tern-6",
			bridge: { id: "bridge-1" },
			limits: { telemetry_freshness_ms: 250 },
		});
		expect(context.model?.digest).toBe(`sha256:${hash}`);
		expect(context.model?.joints).toMatchObject([{ name: "a", lower: -1, upper: 1, velocity: 2 }]);
	});

	it("leaves out what the host does not have", async () => {
		const api = fakeHost({ readRobot: async () => ({ ...robot, model_route: null }) });
		const context = await judgingContext({ api, signal: never }, { robot_id: "tern-6" });
		expect(Object.keys(context)).toEqual(["robot"]);
		expect(await judgingContext({ api: fakeHost({}), signal: never }, { robot_id: "gone" })).toEqual({});
		expect(await judgingContext({ api, signal: never }, {})).toEqual({});
	});

	it("ends with the reason of an abort", async () => {
		const controller = new AbortController();
		const api = fakeHost({
			readRobot: () => {
				controller.abort(new Error("given up"));
				return Promise.reject(new Error("other"));
			},
		});
		const asked = judgingContext({ api, signal: controller.signal }, { robot_id: "tern-6" });
		await expect(asked).rejects.toThrow("given up");
	});
});
