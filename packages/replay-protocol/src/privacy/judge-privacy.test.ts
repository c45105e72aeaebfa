import { describe, expect, it } from "vitest";
import type { ReplayContext } from "../context.ts";
import { replayLimits } from "../limits.ts";
import { createFindings } from "../report/findings.ts";
import { bytes, floats, fullArrays, sampleReplay, texts } from "../testing/sample.ts";
import { type ContainerContent, judgeReplay, validateReplay } from "../validate.ts";
import { judgePrivacy } from "./judge-privacy.ts";

const path = "/srv/q7k3/take";

/** What the rules of privacy find, as `code severity place`. */
function found(
	metadata: unknown,
	arrays: unknown = {},
	{
		context = { profile: "public" },
		container,
	}: { context?: ReplayContext; container?: ContainerContent } = {},
): string[] {
	const findings = createFindings();
	const candidate = { metadata, arrays, refused: new Set<string>(), ...(container && { container }) };
	judgePrivacy(candidate, context, findings);
	const { diagnostics } = findings.report();
	expect(JSON.stringify(diagnostics)).not.toContain("q7k3");
	return diagnostics.map((one) => `${one.code} ${one.severity} ${one.path}`);
}

describe("places of metadata", () => {
	it("are keys and values at any depth", () => {
		const retarget = { anchors: [{ name: ["", path] }], [path]: { inner: path } };
		expect(found({ retarget })).toEqual([
			"private-path blocking /metadata/retarget/anchors/0/name/1",
			"private-metadata-key blocking /metadata/retarget/1",
			"private-path blocking /metadata/retarget/1",
			"private-metadata-key blocking /metadata/retarget/1/inner",
			"private-path blocking /metadata/retarget/1/inner",
		]);
	});

	it("are named by position where a key is private", () => {
		expect(found({ notes: "", [path]: 1, "a@q7k3.org": 2 })).toEqual([
			"private-metadata-key blocking /metadata/1",
			"private-path blocking /metadata/1",
			"private-metadata-key blocking /metadata/2",
			"email-address blocking /metadata/2",
		]);
	});

	it("are judged by what their key says", () => {
		const retarget = {
			version: "1.2.3.4",
			at: "1.2.3.4",
			serial: 81_002_003,
			count: 81_002_003,
			tokens: ["a"],
		};
		const meant = found({ retarget }).filter((one) => !one.startsWith("private-metadata-key"));
		expect(meant).toEqual([
			"ip-address blocking /metadata/retarget/at",
			"device-identifier blocking /metadata/retarget/serial",
			"secret-like blocking /metadata/retarget/tokens/0",
		]);
	});

	it("are outside the public part by name", () => {
		expect(
			found({
				robobook_root: "",
				x: 0,
				generator: { name: "a", version: "1", host: "b" },
				repairs: [{ host: 1 }],
			}),
		).toEqual([
			"private-metadata-key blocking /metadata/robobook_root",
			"private-metadata-key blocking /metadata/x",
			"private-metadata-key blocking /metadata/generator/host",
			"private-metadata-key blocking /metadata/repairs/0/host",
		]);
	});

	it("are public at every depth only if they are on the list", () => {
		const inside = {
			units: { time: "s", torque: "N·m", x_tau: "N·m" },
			enums: { mode: { "0": "read-only", "-1": "unknown" }, x_phase: {} },
			generator: { name: "recorder", version: "1.2.3.4" },
			repairs: ["held", { rule: "frames-dropped", joints: ["a"], frames: 3, note: "" }, [{ rule: "x" }]],
			retarget: {
				mapping: { anchors: [{ source_frame: "tool0", scale: 1 }] },
				timing: { policy: "preserve" },
			},
		};
		expect(found(inside)).toEqual([]);
		const outside = {
			units: { length_of_alice: "m", time: { unit: "s" } },
			enums: { sites: {}, x_hostname: {}, mode: { idle: "0", "0": { label: "a" } } },
			generator: { name: { by: "alice" }, made_on: "bench" },
			repairs: [{ hostname: "lab7", n: 1, rule: { cwd: "" } }, [{ ssid: "" }]],
			retarget: { source_host: "lab7", timing: { cwd: "" }, anchors: [{ constructor: 1 }] },
			notes: { user: "alice" },
			contact_names: [{ user: "alice" }],
		};
		const places = [
			...[
				"units/length_of_alice",
				"units/time/unit",
				"enums/sites",
				"enums/x_hostname",
				"enums/mode/idle",
				"enums/mode/0/label",
			],
			...["generator/name/by", "generator/made_on"],
			...["repairs/0/hostname", "repairs/0/n", "repairs/0/rule/cwd", "repairs/1/0/ssid"],
			...["retarget/source_host", "retarget/timing/cwd", "retarget/anchors/0/constructor"],
			...["notes/user", "contact_names/0/user"],
		];
		expect(found(outside).sort()).toEqual(
			places.map((place) => `private-metadata-key blocking /metadata/${place}`).sort(),
		);
	});

	it.each(["bench 4", "A-1_b.c", "x".repeat(64)])("may have the label %s", (source_label) => {
		expect(found({ source_label })).toEqual([]);
	});

	it.each(["", "bench (4)", "стенд", "x".repeat(65), "a\n"])("may not have the label %j", (source_label) => {
		expect(found({ source_label })).toEqual(["private-metadata-key blocking /metadata/source_label"]);
	});
});

describe("places of arrays", () => {
	it("are names and every text", () => {
		const arrays = {
			joint_name: texts(["a", path]),
			"x_a@q7k3.org": floats([1], [0]),
			mode: texts(["high", path, path, "high", path]),
			x_serial: texts(["TERN-00231", "ok"]),
		};
		expect(found({}, arrays)).toEqual([
			"private-path blocking /arrays/joint_name/1",
			"email-address blocking /arrays/1",
			"private-path blocking /arrays/mode/1",
			"device-identifier blocking /arrays/x_serial/0",
		]);
	});

	it("are texts in bytes, if the protocol does not say what the bytes are", () => {
		const utf8 = (text: string) => new TextEncoder().encode(text);
		const unsigned = (data: Uint8Array, shape = [data.length]) => ({ dtype: "uint8" as const, shape, data });
		const padded = new Uint8Array(400_000).fill(0x20);
		padded.set(utf8(path), 300_000);
		const arrays = {
			x_meta_json_utf8: unsigned(utf8(`{"source":"${path}","ok":"да"}`)),
			x_signed: bytes([...utf8(path)]),
			x_padded: unsigned(Uint8Array.of(...utf8(path), 0, 0)),
			x_long: unsigned(padded),
			x_table: unsigned(utf8(path), [2, 7]),
			x_image: unsigned(Uint8Array.of(1, ...utf8(path))),
			x_flags: unsigned(new Uint8Array(100_000)),
			verification_state: bytes([...utf8(path)]),
		};
		expect(found({}, arrays)).toEqual(
			["x_meta_json_utf8", "x_signed", "x_padded", "x_long", "x_table"].map(
				(name) => `private-path blocking /arrays/${name}`,
			),
		);
	});

	it("are public by their names only if these name no machine, person or record", () => {
		const names = [
			"x_hostname",
			"x_receipt_ids",
			"x_left_user",
			"x_host",
			"x_user_count",
			"x_remark",
			"remark",
		];
		const arrays = Object.fromEntries(names.map((name) => [name, texts(["fine"])]));
		const numbers = { x_host: floats([1], [0]), torque: floats([1], [0]) };
		const key = (severity: string) => (name: string) => `private-metadata-key ${severity} /arrays/${name}`;
		expect(found({}, arrays)).toEqual([...names.slice(0, 4), "remark"].map(key("blocking")));
		expect(found({}, arrays, { context: {} })).toEqual(names.slice(0, 4).map(key("advisory")));
		expect(found({}, numbers)).toEqual([]);
	});

	it("may hold anything", () => {
		const odd = {
			t: null,
			joint_name: { dtype: "string", data: [path, 5, null] },
			mode: 3,
			x_a: { data: {} },
		};
		expect(found(null, odd)).toEqual(["private-path blocking /arrays/joint_name/0"]);
		expect(found([], "x")).toEqual([]);
	});
});

it("looks at what a file holds besides", () => {
	const container = {
		texts: [
			{ path: "/container/comment", text: `by hand, from ${path}` },
			{ path: `/${path.replaceAll("/", "~1")}`, text: path },
			{ path: "/arrays/qj", text: "qj.npy" },
		],
		foreign: ["/container/comment"],
	};
	expect(found({}, {}, { container })).toEqual([
		"private-path blocking /container/comment",
		"private-path blocking /[private]",
		"private-metadata-key blocking /container/comment",
	]);
});

describe("for whom", () => {
	it("is said by the context, else by the metadata, else it is private", () => {
		const severity = (visibility: unknown, context: ReplayContext) =>
			found({ visibility, notes: path }, {}, { context })[0].split(" ")[1];
		expect(severity("public", {})).toBe("blocking");
		expect(severity("private", {})).toBe("advisory");
		expect(severity(undefined, {})).toBe("advisory");
		expect(severity("private", { profile: "public" })).toBe("blocking");
		expect(severity("public", { profile: "private" })).toBe("advisory");
	});

	it("a private artifact's links are in their place, and only there", () => {
		const links = {
			robobook_root: path,
			evidence_paths: [path],
			receipt_ids: ["receipt-1"],
			session_id: "observe-tern-1",
			snapshot_ids: [],
			source_file: "take.npz",
			bridge_config: path,
			runtime_log_path: path,
			host: "10.0.0.5",
		};
		const context = { profile: "private" } as const;
		expect(found(links, {}, { context })).toEqual([]);
		expect(found({ retarget: { host: "10.0.0.5" } }, {}, { context })).toEqual([
			"private-metadata-key advisory /metadata/retarget/host",
			"ip-address advisory /metadata/retarget/host",
		]);
		expect(found(links).length).toBeGreaterThan(9);
	});
});

it("puts no private value into a report of any rule", async () => {
	const replay = await sampleReplay(fullArrays as never);
	const metadata = {
		...replay.metadata,
		protocol: "moonrobo.replay.v1",
		units: { time: path, [path]: path },
		artifact_class: path,
		exported_at: path,
		model_source_digest: path,
		content_digest: path,
		joint_order_digest: path,
		[path]: { [path]: path },
		joint_type: [path],
		robot_id: path,
		enums: { mode: { [path]: path } },
	};
	const arrays = {
		...replay.arrays,
		[path]: floats([1], [0]),
		tau_10_q7k3: floats([1], [0]),
		"a@q7k3.org": floats([1], [0]),
		joint_name: texts([path, path]),
		frame_id: texts([path, path, "a", "b"]),
		mode: texts([path, "high", "high", path]),
		limit_state: texts([path, "ok", "ok", "ok"]),
		annotation_id: texts([path, "", "", ""]),
		qj: { dtype: path, shape: path, data: { [path]: path } },
	};
	const context = {
		robot: { id: path, bridge: { id: path } },
		model: { digest: path, joints: [] },
		annotations: [],
	};
	const findings = createFindings();
	judgeReplay({ metadata, arrays, refused: new Set() }, findings, {
		context: context as never,
		limits: replayLimits,
		scope: "all",
	});
	const reports = [
		findings.report(),
		validateReplay({ metadata: { ...metadata, protocol: path }, arrays } as never),
		validateReplay({ metadata: { ...metadata, [path]: () => path }, arrays } as never),
	];
	const codes = reports.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
	expect(codes).toEqual(expect.arrayContaining(["unknown-unit", "unknown-protocol", "malformed-metadata"]));
	expect(JSON.stringify(reports).replaceAll("tau_10_q7k3", "")).not.toContain("q7k3");
});
