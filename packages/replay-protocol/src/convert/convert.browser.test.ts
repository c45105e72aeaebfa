import { expect, it } from "vitest";
import { convertMapped } from "./mapped/convert-mapped.ts";
import { convertTelemetryFrames } from "./telemetry/convert-telemetry-frames.ts";

it("converts in a browser, to the same content", async () => {
	const table = await convertMapped("t,hip\n100,0\n120,90\n", {
		mapping: "hindcast.replay-mapping/1",
		robot_id: "tern",
		time: { source: "t", unit: "ms" },
		joints: [{ name: "hip", position: { source: "hip", unit: "deg" } }],
		mode: { constant: "read-only" },
		frame_id: { source: "t" },
	});
	const frames = [0, 90].map((degrees, row) => ({
		frame_id: String(100 + 20 * row),
		robot_id: "tern",
		bridge_id: "b",
		captured_at_ms: String(100 + 20 * row),
		mode: "read-only",
		joints: [{ name: "hip", index: 0, position: degrees * (Math.PI / 180), velocity: null, torque: null }],
	}));
	const telemetry = await convertTelemetryFrames(JSON.stringify(frames));
	expect(telemetry.artifact?.arrays).toMatchObject({ ...table.artifact?.arrays });
	expect(table.manifest?.content_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});
