import { describe, expect, it } from "vitest";
import { looksPrivate, withoutPrivate } from "./privacy.ts";

describe("looksPrivate", () => {
	it.each([
		"/home/alice/robot.npz",
		"see /etc/passwd",
		'"//nas/alice/x"',
		"path=/var/lib/x",
		"~/robots",
		"~alice/robots",
		"C:\\Users\\alice",
		"d:/robots",
		"\\\\nas\\share\\x",
		"file:///x",
		"http://user:pw@example.org",
		"rtsp://10.0.0.5/stream",
		"10.0.0.5",
		"fe80::1",
		"00:1a:2b:3c:4d:5e",
		"robot.local",
		"build.internal",
		"%USERPROFILE%\\x",
		"$HOME/x",
		"alice@example.org",
		"/ho\u200bme/alice/x",
		"／home／alice／x",
	])("%s", (text) => {
		expect(looksPrivate(text)).toBe(true);
	});

	it.each([
		"Pick and place, 14 s",
		"rad/s",
		"rad/s|m/s by joint type",
		"m/s^2",
		"sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be",
		"2026-01-02T03:04:05.678Z",
		"model/robot.urdf",
		"runs/replays/replay-1/manifest.json",
		"moonrobo.replay.v1",
		"v1.2.3",
		"and/or",
	])("not %s", (text) => {
		expect(looksPrivate(text)).toBe(false);
	});
});

describe("withoutPrivate", () => {
	it("masks values and keys, drops private keys, and keeps the rest as it is", () => {
		const stored = {
			label: "bench",
			robobook_root: "/srv/books",
			evidence_paths: ["x"],
			"/home/alice/k": 1,
			nested: [{ note: "from /home/alice/x" }, 3, null, true],
			payload_path: "/api/x/y",
		};
		expect(withoutPrivate(stored, ["payload_path"])).toEqual({
			label: "bench",
			"[masked]": 1,
			nested: [{ note: "[masked]" }, 3, null, true],
			payload_path: "/api/x/y",
		});
		expect(stored.robobook_root).toBe("/srv/books");
	});
});
