import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReplayArtifact } from "../artifact.ts";
import { contentDigest, jointOrderDigest } from "../digest.ts";
import { isReplayError } from "../errors.ts";
import { expectPublicCopies, expectSilence } from "../testing/published.ts";
import { bytes, floats, fullArrays, publicBasics, sampleReplay, texts } from "../testing/sample.ts";
import { stuffedReplay } from "../testing/stuffing.ts";
import { validateReplay } from "../validate.ts";
import { sanitizeReplay } from "./sanitize.ts";

const path = "/srv/q7k3/take";

/** The copy of the sample with this metadata and these arrays, and its redactions as `path rule`. */
async function sanitized(metadata: Record<string, unknown>, arrays: Record<string, unknown> = {}) {
	const replay = await sampleReplay(arrays as never, publicBasics);
	const source = { ...replay, metadata: { ...replay.metadata, ...metadata } } as ReplayArtifact;
	const { artifact, redactions } = sanitizeReplay(source);
	return { source, artifact, redactions: redactions.map(({ path: place, rule }) => `${place} ${rule}`) };
}

it("leaves a public replay as it is", async () => {
	const source = await sampleReplay(
		{ ...fullArrays, verification_state: bytes([0, 1, 7, -1]) } as never,
		publicBasics,
	);
	const { artifact, redactions } = sanitizeReplay(source);
	expect(redactions).toEqual([]);
	expect(artifact).toEqual(source);
	expect(artifact.arrays.qj).toBe(source.arrays.qj);
});

describe("metadata", () => {
	it("is reduced to the public list", async () => {
		const { artifact, redactions } = await sanitized({
			visibility: "private",
			receipt_ids: ["receipt-1"],
			robobook_root: path,
			site: "bench 4",
			[path]: 1,
			generator: { name: "recorder", version: "1.2.3.4", build: 7 },
			retarget: { map: { version: "1.2.3.4" }, receipt_ids: ["receipt-1"] },
		});
		expect(redactions.filter((one) => !one.includes("/metadata/1"))).toEqual([
			"/metadata/receipt_ids private-metadata-key",
			"/metadata/robobook_root private-metadata-key",
			"/metadata/site private-metadata-key",
			"/metadata/generator/build private-metadata-key",
			"/metadata/retarget/receipt_ids private-metadata-key",
		]);
		expect(redactions).toHaveLength(6);
		expect(artifact.metadata).toMatchObject({
			visibility: "public",
			generator: { name: "recorder", version: "1.2.3.4" },
			retarget: { map: { version: "1.2.3.4" } },
		});
		expect(Object.keys(artifact.metadata)).not.toContain(path);
	});

	it("is reduced at every depth", async () => {
		const { artifact, redactions } = await sanitized({
			repairs: [
				{ hostname: "lab7", username: "alice", serial_number: "12345", ssid: "lab-wifi", rule: "held" },
			],
			retarget: { source_host: "lab7", cwd: "takes", timing: { policy: "preserve", host: "lab7" } },
			world_frame: "lab-pc-7.corp",
			target_frame: "localhost",
		});
		expect(artifact.metadata).toMatchObject({
			repairs: [{ rule: "held" }],
			retarget: { timing: { policy: "preserve" } },
		});
		expect(JSON.stringify(artifact)).not.toMatch(/lab7|lab-|alice|12345|takes|localhost/);
		expect(redactions).toHaveLength(9);
	});

	it("loses private texts, and keeps what counts columns and codes", async () => {
		const { artifact, redactions } = await sanitized({
			robot_id: "alice@example.org",
			bridge_id: path,
			source_label: "bench (4)",
			notes: `seen at ${path}`,
			repairs: ["held", path, { joint: "a_joint", log: path }],
			contact_names: [path, "contact-0"],
			enums: {
				planner_status: { "0": path, "300": "reaching" },
				mode: { "-1": path, [path]: "x" },
				[path]: {},
			},
			generator: { name: "recorder", version: path },
		});
		expect(redactions).toEqual([
			"/metadata/robot_id email-address",
			"/metadata/bridge_id private-path",
			"/metadata/source_label private-metadata-key",
			"/metadata/enums/planner_status/0 private-path",
			"/metadata/enums/mode/-1 private-path",
			"/metadata/enums/mode/1 private-metadata-key",
			"/metadata/enums/2 private-metadata-key",
			"/metadata/notes private-path",
			"/metadata/repairs/1 private-path",
			"/metadata/repairs/2/log private-metadata-key",
			"/metadata/contact_names/0 private-path",
			"/metadata/generator private-path",
		]);
		expect(artifact.metadata).toMatchObject({
			robot_id: "robot",
			repairs: ["held", { joint: "a_joint" }],
			contact_names: ["contact-1", "contact-0"],
			enums: { planner_status: { "0": "unknown-0", "300": "reaching" }, mode: { "-1": "unknown" } },
		});
		for (const key of ["bridge_id", "source_label", "notes", "generator"])
			expect(artifact.metadata).not.toHaveProperty(key);
	});
});

describe("arrays", () => {
	it("keep joints and frames apart, and modes modes", async () => {
		const { source, artifact, redactions } = await sanitized(
			{ notes: "kept" },
			{
				joint_name: texts([path, "joint-0"]),
				frame_id: texts(["frame-1", path, "/home/q7k3", "f-3"]),
				mode: texts([path, "unknown-0", "/home/q7k3", path]),
			},
		);
		expect(redactions).toEqual([
			"/arrays/joint_name/0 private-path",
			"/arrays/mode private-path",
			"/arrays/mode home-path",
			"/arrays/frame_id private-path",
			"/arrays/frame_id home-path",
		]);
		const { joint_name, frame_id, mode } = artifact.arrays;
		expect(joint_name.data).toEqual(["joint-1", "joint-0"]);
		expect(frame_id.data).toEqual(["frame-1", "frame-2", "frame-3", "f-3"]);
		expect(mode.data).toEqual(["unknown-1", "unknown-0", "unknown-2", "unknown-1"]);
		expect(source.arrays.joint_name.data[0]).toBe(path);
		expect(artifact.metadata.joint_order_digest).toBe(await jointOrderDigest(["joint-1", "joint-0"]));
	});

	it("have no text where it tells nothing, and unknown states where it is closed", async () => {
		const { artifact } = await sanitized(
			{},
			{
				limit_state: texts(["ok", path, "ok", "ok"]),
				verification_state: texts([path, "none", "stale", "none"]),
				bridge_status: texts(["busy", path, "", ""]),
				annotation_id: texts(["annotation-1", path, "", ""]),
			},
		);
		const { limit_state, verification_state, bridge_status, annotation_id } = artifact.arrays;
		expect(limit_state?.data).toEqual(["ok", "unknown", "ok", "ok"]);
		expect(verification_state?.data).toEqual(["unknown", "none", "stale", "none"]);
		expect(bridge_status?.data).toEqual(["busy", "", "", ""]);
		expect(annotation_id?.data).toEqual(["annotation-1", "", "", ""]);
	});

	it("of a producer's own are left out where they hold anything private, unknown ones always", async () => {
		const own = {
			x_tau: floats([1], [0]),
			x_note: texts(["a"]),
			x_raw: bytes([1, 2]),
			x_json: bytes([...'{"a":1}'].map((c) => c.charCodeAt(0))),
		};
		const { artifact, redactions } = await sanitized(
			{},
			{
				...own,
				x_log: texts(["a", path]),
				x_meta: bytes([...path].map((c) => c.charCodeAt(0))),
				"x_10.0.0.7": floats([1], [0]),
				x_token: texts(["a"]),
				x_username: texts(["alice"]),
				x_host: bytes([..."lab7"].map((c) => c.charCodeAt(0))),
				torque: floats([1], [0]),
			},
		);
		expect(redactions.map((one) => one.replace(/\/\d+ /, "/# "))).toEqual([
			"/arrays/x_log private-path",
			"/arrays/x_meta private-path",
			"/arrays/# ip-address",
			"/arrays/x_token secret-like",
			"/arrays/x_username private-metadata-key",
			"/arrays/x_host private-metadata-key",
			"/arrays/torque private-metadata-key",
		]);
		expect(artifact.arrays).toMatchObject(own);
	});
});

describe("claims and digests", () => {
	it("loses a claim of verification, which a file cannot prove", async () => {
		const { artifact, redactions } = await sanitized(
			{ artifact_class: "physical-feedback-verified" },
			{ verification_state: bytes([4, 3, 0, 4]) },
		);
		expect(redactions).toEqual([
			"/arrays/verification_state verification-overclaimed",
			"/metadata/artifact_class verification-overclaimed",
		]);
		expect(artifact.metadata.artifact_class).toBe("recorded");
		expect(artifact.arrays.verification_state?.data).toEqual(Int8Array.of(-1, 3, 0, -1));
		const words = await sanitized({}, { verification_state: texts(["verified", "failed", "", "stale"]) });
		expect(words.artifact.arrays.verification_state?.data).toEqual(["unknown", "failed", "", "stale"]);
	});

	it("computes the content digest again where it was right, and never mends a wrong one", async () => {
		const arrays = { annotation_id: texts(["", path, "", ""]) };
		const right = await contentDigest(await sampleReplay(arrays));
		const wrong = `sha256:${"0".repeat(64)}`;
		const copy = await sanitized({ content_digest: right }, arrays);
		expect(copy.artifact.metadata.content_digest).toBe(await contentDigest(copy.artifact));
		expect(copy.artifact.metadata.content_digest).not.toBe(right);
		expect((await sanitized({ content_digest: wrong }, arrays)).artifact.metadata.content_digest).toBe(wrong);
		expect((await sanitized({ content_digest: wrong })).artifact.metadata.content_digest).toBe(wrong);
		const { artifact } = await sanitized({ joint_order_digest: wrong }, { joint_name: texts([path, "b"]) });
		expect(artifact.metadata.joint_order_digest).toBe(wrong);
	});
});

it("refuses what is no replay, and says nothing private about it", async () => {
	const replay = await sampleReplay();
	const unsound = [
		{ ...replay, arrays: { ...replay.arrays, [path]: { dtype: path, shape: [1], data: [path] } } },
		{ ...replay, metadata: { ...replay.metadata, [path]: () => path } },
	];
	for (const artifact of unsound) {
		const error = (() => {
			try {
				return sanitizeReplay(artifact as never);
			} catch (thrown) {
				return thrown;
			}
		})();
		expect(isReplayError(error, "artifact-unsound")).toBe(true);
		expect(String(error)).not.toContain("q7k3");
	}
	expect(() => sanitizeReplay({} as never)).toThrow(TypeError);
});

it("makes a stuffed replay public, whatever is where", { timeout: 60_000 }, async () => {
	const property = fc.asyncProperty(fc.integer({ min: 0 }), async (seed) => {
		const stuffed = await stuffedReplay(seed);
		await expectPublicCopies(stuffed);
		await expectSilence(stuffed);
	});
	await fc.assert(property, { seed: 41, numRuns: 60 });
});

it("judges numbers by the name of their array, nested values by the keys around them, and keeps codes apart", async () => {
	const replay = await sampleReplay({ x_serial_number: bytes([1, 2, 3, 4]) });
	const metadata = {
		...replay.metadata,
		visibility: "public",
		retarget: { token: { timing: "hunter22" } },
		enums: { mode: { "0": "/srv/a/b", "1": "unknown-0" } },
	};
	const source = { ...replay, metadata } as ReplayArtifact;
	const codes = validateReplay(source).diagnostics.map(({ code, path }) => `${code} ${path}`);
	expect(codes).toEqual(
		expect.arrayContaining([
			"device-identifier /arrays/x_serial_number",
			"secret-like /metadata/retarget/token/timing",
		]),
	);
	const { artifact } = sanitizeReplay(source);
	expect(Object.keys(artifact.arrays)).not.toContain("x_serial_number");
	expect(JSON.stringify(artifact.metadata)).not.toContain("hunter22");
	expect(Object.values(artifact.metadata.enums?.["mode"] ?? {})).toEqual(["unknown-1", "unknown-0"]);
});
