import { writeNpz } from "@hindcast/npz-safe";
import type { ReplayArray } from "../artifact.ts";
import type { ReplayBasics } from "../create.ts";
import { readReplay } from "../read.ts";
import type { privacyCodes } from "../report/privacy-codes.ts";
import { writeReplay } from "../write.ts";
import { type Case, type Cases, given } from "./cases.ts";
import { ledger } from "./ledger.ts";
import { bytes, floats, frames, publicBasics, sampleReplay, texts } from "./sample.ts";

type Arrays = Readonly<Record<string, ReplayArray>>;
type Both = readonly (readonly ["blocking" | "advisory", Case])[];

/** The context that a public sample needs in order to have no findings. */
const context = () => ({ snapshots: [ledger().snapshot] });

/** Metadata of a private replay without what is private in it. */
const linkless = { ...publicBasics, visibility: "private" as const };

/** Judges the sample with these arrays and metadata, as a public and as a private replay. */
function both(arrays: Arrays, metadata: Readonly<Record<string, unknown>> = {}): Both {
	return [
		["blocking", given(arrays, { ...publicBasics, ...metadata } as Partial<ReplayBasics>, context())],
		["advisory", given(arrays, metadata as Partial<ReplayBasics>)],
	];
}

/** Judges the sample with this text in several places that take any. */
function text(value: string): Both {
	return [
		...both({}, { notes: `seen: ${value}` }),
		...both({}, { repairs: [{ rule: "frames-sorted", note: value }] }),
		...both({}, { retarget: { mapping: { anchors: [{ name: "tool", source_frame: value }] } } }),
		...both({}, { enums: { planner_status: { "0": value, "300": "reaching" } } }),
		...both({ annotation_id: texts(["", value, "", value]) }),
		...both({ x_remark: texts([value]) }),
	];
}

/** Reads the public sample's JSON with one more key at its top. */
function withKey(key: string): Case {
	return async () => {
		const json = new TextDecoder().decode(
			writeReplay(await sampleReplay({}, publicBasics), { encoding: "json" }),
		);
		const changed = json.replace("{", `{${JSON.stringify(key)}:0,`);
		return (await readReplay(new TextEncoder().encode(changed), { context: context() })).report;
	};
}

/** Reads the sample's NPZ, stored by another writer with a comment. */
function withComment(comment: string): Case {
	return async () => {
		const { metadata, arrays } = await sampleReplay({}, publicBasics);
		const stored = Object.entries(arrays).map(([name, array]) => [
			name,
			array?.dtype === "string" ? { shape: array.shape, data: array.data } : array,
		]);
		const metadata_json = new TextEncoder().encode(JSON.stringify(metadata));
		const archive = writeNpz({ metadata_json, ...Object.fromEntries(stored) });
		const tail = new TextEncoder().encode(comment);
		const file = new Uint8Array(archive.length + tail.length);
		file.set(archive);
		file.set(tail, archive.length);
		new DataView(file.buffer).setUint16(archive.length - 2, tail.length, true);
		return (await readReplay(file, { context: context() })).report;
	};
}

/** A text as a recorder stores it in an array of bytes. */
function asBytes(value: string): ReplayArray {
	return bytes([...new TextEncoder().encode(value)]);
}

/** For each code of its table, inputs that give it. */
export const privacyCases: Cases<keyof typeof privacyCodes> = {
	"private-path": [
		...text("/srv/replays/take"),
		...text("D:\\replays\\take"),
		...text("%2Fsrv%2Freplays"),
		...both({ joint_name: texts(["/arm/left/wrist", "b_joint"]) }),
		...both({ frame_id: texts(["f-0", "/camera/color/0", "f-2", "f-3"]) }),
		...both({ mode: texts(["read-only", "high", "high", "unknown-7"]), x_meta: asBytes('{"in": "/srv/x"}') }),
		...both({}, { target_frame: "file:///srv" }),
		["blocking", given({}, { ...linkless, notes: "/srv/x/y" }, { profile: "public", ...context() })],
	],
	"home-path": [
		...text("/home/alice/take"),
		...text("C:\\Users\\alice"),
		...both({}, { license: "~alice/LICENSE" }),
		...text("/root"),
	],
	"url-credentials": [...text("https://alice:pw@example.org/x"), ...text("https://example.org/x?token=abc")],
	"url-private-host": [...text("http://nas/x"), ...text("ws://192.168.1.4:80")],
	"ip-address": [
		...text("10.0.0.5"),
		...text("2001:db8::1"),
		...both({ "x_10.0.0.5": floats([1], [0]) }),
		...both({}, { generator: { name: "recorder", version: "1.0 at 10.0.0.5" } }),
	],
	"hostname-local": [
		...text("robot.local"),
		...both({}, { bridge_id: "bridge.lan" }),
		...both({}, { world_frame: "lab-pc-7.corp", target_frame: "localhost" }),
	],
	"email-address": [
		...text("alice@example.org"),
		...both({ command_intent_id: texts(Array(frames).fill("a@b.org")) }),
	],
	"device-identifier": [
		...text("00:1a:2b:3c:4d:5e"),
		...text("/dev/ttyUSB0"),
		...text("S/N 10042231"),
		...both({}, { retarget: { serial_number: "TERN-00231" } }),
		...both({ x_serial: texts(["TERN-00231"]) }),
	],
	"secret-like": [
		...text(`ghp_${"a1".repeat(18)}`),
		...text("Basic dXNlcjpwYXNz"),
		...both({}, { retarget: { api_key: "q1" } }),
		...both({}, { retarget: { token: 81 } }),
		...both({ x_meta: asBytes("password=hunter2") }),
		...both({ x_token: texts(["q1"]) }),
	],
	"private-metadata-key": [
		...both({}, { site: "bench 4" }),
		...both({}, { generator: { name: "recorder", version: "1", build: 7 } }),
		...both({}, { retarget: { receipt_ids: [] } }),
		...both({}, { retarget: { source: { hostname: "bench" } } }),
		...both({}, { repairs: [{ rule: "frames-sorted", username: "alice" }] }),
		...both({}, { enums: { planner_status: { "0": "idle", "300": "reaching", idle: "0" } } }),
		...both({}, { enums: { sites: {} } }),
		...both({ x_hostname: texts(["bench"]) }),
		["blocking", given({ remark: texts(["fine"]) }, publicBasics, context())],
		[
			"blocking",
			given({}, { ...publicBasics, session_id: "observe-tern-1" } as Partial<ReplayBasics>, context()),
		],
		[
			"blocking",
			given({}, { ...publicBasics, source_label: "bench (4)" } as Partial<ReplayBasics>, context()),
		],
		["blocking", withKey("comment")],
		["blocking", withComment("by hand")],
	],
	"source-file-name": [
		...both({}, { source_label: "run_042.npz" }),
		...both({}, { notes: "kitchen take 3.bag" }),
		...both({ annotation_id: texts(["", "capture.mcap", "", ""]) }),
	].map(([, run]) => run),
};
