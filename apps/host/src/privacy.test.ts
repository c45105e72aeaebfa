import { safeIdSchema } from "@hindcast/replay-protocol/http";
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
		"[/home/alice/x]",
		"</home/alice>",
		"{/home/alice/x}",
		"|/srv/data",
		"`/srv/data`",
		"“/srv/data”",
		"«/srv/data»",
		"*/srv/data*",
		"run>/srv/data",
		"run=/srv/data",
		"\u3000/srv/data",
		"-/srv/data",
		"%2Fsrv%2Fdata",
		"%2fhome%2Falice",
		"%5C%5Cnas%5Cx",
		"\u00ad/srv/data",
		"/\u00adsrv/\u202edata",
		"\u2215srv\u2215data",
		"\u29f8srv\u2044data",
		"\u29f5\u29f5nas\u29f5x",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would fill it in
		"${HOME}/x",
		"$XDG_DATA_HOME/x",
		"%APPDATA%\\x",
		"user:pw@nas",
		"x/home/alice/y",
		"../../home/alice/y",
		"c:/x",
		"smb:\\\\nas\\x",
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
		"1.2.3",
		"hindcast 1.2.3-rc.1",
		"1/2",
		"½",
		"1 / 2 / 3",
		"2026/11/30",
		"30/11/2026 14:05:07",
		"12:30:45",
		"rad|m by joint type",
		"㎧",
		"base/link",
		"arm/left/wrist",
		"home/base",
		"robot/home/base",
		"profile: fast",
		"~5/s",
		"50%/2",
		"100%20",
		"t:0.5",
		"p < 0.05 / n",
		"pick & place (left/right)",
		"grasp@table",
		"joint_1->joint_2",
		"replay-tern-pick-place",
	])("not %s", (text) => {
		expect(looksPrivate(text)).toBe(false);
	});
});

it("looksPrivate goes by the key, and lets file names pass", () => {
	expect(looksPrivate("hunter2", "password")).toBe(true);
	expect(looksPrivate("1.2.3.4")).toBe(true);
	expect(looksPrivate("1.2.3.4", "version")).toBe(false);
	expect(looksPrivate("robot.urdf")).toBe(false);
});

describe("withoutPrivate", () => {
	it("masks values and keys, drops private keys, and keeps the rest as it is", () => {
		const stored = {
			label: "bench",
			robobook_root: "/srv/books",
			evidence_paths: ["x"],
			"/home/alice/k": 1,
			nested: [{ note: "from /home/alice/x", api_key: ["q1"], version: "1.2.3.4" }, 3, null, true],
			replay_id: "robot.local",
			robot_id: "/home/alice/x",
			deeper: { replay_id: "robot.local" },
		};
		const keep = { replay_id: safeIdSchema, robot_id: safeIdSchema };
		expect(withoutPrivate(stored, keep)).toEqual({
			label: "bench",
			"[masked]": 1,
			nested: [{ note: "[masked]", api_key: ["[masked]"], version: "1.2.3.4" }, 3, null, true],
			replay_id: "robot.local",
			robot_id: "[masked]",
			deeper: { replay_id: "[masked]" },
		});
		expect(stored.robobook_root).toBe("/srv/books");
	});
});
