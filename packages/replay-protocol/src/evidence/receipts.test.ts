import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import {
	annotateReceiptSchema,
	exportReceiptSchema,
	importReceiptSchema,
	linkReceiptSchema,
} from "./receipts.ts";

const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
const file = {
	path: "payload.npz",
	byte_count: "9007199254740993",
	checksum: digest,
	kind: "replay-payload",
};
const common = {
	receipt_version: 1,
	replay_id: "replay-1",
	robot_id: "tern",
	requester: { kind: "operator", id: "local" },
	requested_at_ms: "1782000000000",
	recorded_at_ms: "1782000000001",
};
const receipts: Readonly<Record<string, { schema: z.ZodMiniType; document: Record<string, unknown> }>> = {
	import: {
		schema: importReceiptSchema,
		document: {
			...common,
			import_id: "import-1",
			content_digest: digest,
			file_digest: digest,
			byte_count: "292",
			encoding: "msgpack",
		},
	},
	export: {
		schema: exportReceiptSchema,
		document: {
			...common,
			export_id: "export-1",
			source: { kind: "replay", id: "replay-0", content_digest: digest },
			encoding: "npz",
			visibility: "public",
			content_digest: digest,
			files: [file],
			protocol: "moonrobo.replay.v1",
			duration_s: 0.02,
			tick_count: 2,
			redactions: [{ path: "/metadata/robobook_root", rule: "private-metadata-key" }],
		},
	},
	annotate: {
		schema: annotateReceiptSchema,
		document: { ...common, annotate_id: "annotate-1", annotation_id: "annotation-1", annotation: file },
	},
	link: {
		schema: linkReceiptSchema,
		document: {
			...common,
			link_id: "link-1",
			content_digest: digest,
			receipt_id: "receipt-1",
			receipt_path: "runs/receipts/receipt-1.json",
			snapshot_id: "snapshot-1",
			snapshot_path: "runs/task-executions/snapshot-1.json",
			documents: [file],
		},
	},
};

/** Values that a key of this name must not have. */
const refused: readonly (readonly [key: RegExp, values: readonly unknown[]])[] = [
	[/_version$/, [2, "1"]],
	[
		/^(replay|import|export|annotate|annotation|link|receipt|snapshot)_id$/,
		["", "a/b", "..", ".a", "a..b", 7],
	],
	[/_digest$/, ["", "sha256:", digest.toUpperCase(), digest.slice(7), `${digest}0`]],
	[/_at_ms$|^byte_count$/, [1782000000000, "1e3", "9223372036854775808", ""]],
	[/^encoding$/, ["csv", ""]],
	[/^visibility$/, ["shared"]],
	[/^requester$/, ["operator", {}, { kind: "operator", id: "" }, { kind: "x".repeat(65), id: "local" }]],
	[/^protocol$/, ["moonrobo.replay.v2"]],
	[
		/^source$/,
		[
			{ kind: "elsewhere", id: "replay-0" },
			{ kind: "replay", id: "../0" },
		],
	],
	[/^(files|documents)$/, [[{ ...file, checksum: "" }], [{ ...file, byte_count: 3 }], file]],
	[/^annotation$/, [{ ...file, checksum: "md5:0" }]],
	[/^tick_count$/, [1.5, "2"]],
	[/^duration_s$/, ["0.02", Number.NaN]],
	[/^redactions$/, [[{ path: "/metadata" }]]],
	[/^robot_id$|_path$/, [7]],
];

describe.each(Object.entries(receipts))("a receipt of %s", (_, { schema, document }) => {
	it("reads, is given back, and keeps what it does not know", () => {
		const more = { ...document, later_addition: true };
		expect(schema.parse(JSON.parse(JSON.stringify(more)))).toEqual(more);
	});

	it.each(Object.keys(document))("needs %s, and with a sound value", (key) => {
		const { [key]: taken, ...rest } = document;
		expect(schema.safeParse(rest).success).toBe(false);
		const values = refused.find(([name]) => name.test(key))?.[1] ?? [];
		expect(values.length, String(taken)).toBeGreaterThan(0);
		for (const value of values) {
			expect(schema.safeParse({ ...rest, [key]: value }).success, JSON.stringify(value)).toBe(false);
		}
	});
});
