import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { python } from "@hindcast/tooling/python";
import { describe, expect, it } from "vitest";
import { canonicalContent, contentDigest, jointOrderDigest } from "./digest.ts";
import { bridgeStatuses, fieldNames, fields, limitStates, verificationStates } from "./fields.ts";
import { replayLimits } from "./limits.ts";
import { privateMetadataKeys, replayMetadataSchema } from "./metadata.ts";
import { readReplay } from "./read.ts";
import { writeReplay } from "./write.ts";

const formats = new URL("../../../docs/formats/", import.meta.url);
const page = readFileSync(new URL("moonrobo.replay.v1.md", formats), "utf8");
const vectorFile = (name: string) => new Uint8Array(readFileSync(new URL(`vectors/${name}`, formats)));

interface Index {
	readonly vectors: readonly {
		readonly name: string;
		readonly content_bytes: number;
		readonly content_digest: string;
		readonly joint_order_digest: string;
		readonly file_digests: Readonly<Record<string, string>>;
	}[];
	readonly refused: readonly { readonly name: string; readonly code: string; readonly hex: string }[];
}
const index = JSON.parse(new TextDecoder().decode(vectorFile("index.json"))) as Index;

const sha256 = (bytes: Uint8Array) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const hasPython = spawnSync(python, ["--version"]).status === 0;

/** The text of the page's code block with this first line. */
function block(info: string): string {
	const start = page.indexOf(`\`\`\`${info}\n`);
	expect(start, info).toBeGreaterThan(0);
	const from = page.indexOf("\n", start) + 1;
	return page.slice(from, page.indexOf("\n```", from));
}

/** Cells of the rows of the first table after the text. */
function table(after: string): string[][] {
	const lines = page.slice(page.indexOf(after)).split("\n");
	const first = lines.findIndex((line) => line.startsWith("|"));
	const rows = lines.slice(first);
	const length = rows.findIndex((line) => !line.startsWith("|"));
	return rows.slice(2, length).map((row) =>
		row
			.split("|")
			.slice(1, -1)
			.map((cell) => cell.trim().replaceAll("`", "")),
	);
}

describe("the page's tables are the code's", () => {
	it("arrays", () => {
		const expected = fieldNames.map((name) => {
			const { required, shapes, dtypes, neutral } = fields[name];
			const shape = shapes.map((sizes) => `(${sizes.join(", ")})`).join(" or ");
			const fill = neutral === null ? "" : neutral === "" ? '""' : String(neutral);
			return [name, required ? "yes" : "", shape, dtypes.join(", "), fill];
		});
		const rows = table("## 1 Arrays").map(([name, required, shape, types, , fill]) => {
			return [name, required, shape, types, fill];
		});
		expect(rows).toEqual(expected);
	});

	it("codes", () => {
		expect(table("**Codes.**")).toEqual([
			["limit_state", limitStates.join(", ")],
			["verification_state", verificationStates.join(", ")],
			["bridge_status", bridgeStatuses.join(", ")],
		]);
	});

	it("metadata", () => {
		const rows = table("## 2 Metadata");
		expect(rows.map(([key]) => key).sort()).toEqual(Object.keys(replayMetadataSchema.shape).sort());
		for (const [key, presence, visibility] of rows) {
			const schema = replayMetadataSchema.shape[key as "notes"];
			expect(presence === "required", key).toBe(!schema.safeParse(undefined).success);
			expect(visibility, key).toBe(privateMetadataKeys.some((one) => one === key) ? "private" : "public");
		}
	});

	it("metadata: what is expected is what is missed", async () => {
		const expected = table("## 2 Metadata").filter(([, presence]) => presence === "expected");
		const document = JSON.parse(block("json example"));
		for (const [key] of expected) delete document.metadata[key!];
		const { report, artifact } = await readReplay(new TextEncoder().encode(JSON.stringify(document)));
		expect(artifact).toBeDefined();
		const codes = ["missing-metadata-key", "model-digest-missing"];
		const missed = report.diagnostics.filter(({ code }) => codes.includes(code));
		expect(missed.map(({ path }) => path).sort()).toEqual(expected.map(([key]) => `/metadata/${key}`).sort());
	});

	it("limits", () => {
		const rows = table("## 5 Limits").map(([name, value]) => [name, Number(value)]);
		expect(Object.fromEntries(rows)).toEqual(replayLimits);
	});
});

describe("the page's example", () => {
	it("is a replay that nothing blocks", async () => {
		const { artifact, report } = await readReplay(new TextEncoder().encode(block("json example")));
		expect(report.ok).toBe(true);
		expect(artifact?.arrays.dqj).toEqual({
			dtype: "float32",
			shape: [2, 1],
			data: Float32Array.of(Number.NaN, 5),
		});
	});

	it("links only to what is there", () => {
		for (const [, target] of page.matchAll(/\]\(([^#)]+)\)/g)) {
			expect(existsSync(new URL(target!, formats)), target).toBe(true);
		}
	});
});

describe.each(index.vectors)("vector $name", (vector) => {
	const stream = vectorFile(`${vector.name}.content`);

	it("is the stream on the page, with its digest", () => {
		expect(block(`hex ${vector.name}`).replaceAll("\n", "")).toBe(Buffer.from(stream).toString("hex"));
		expect(stream.length).toBe(vector.content_bytes);
		expect(sha256(stream)).toBe(vector.content_digest);
		const text = page.replace(/\s+/g, " ");
		expect(text.includes(`${vector.content_bytes} bytes, \`${vector.content_digest}\``)).toBe(true);
		expect(text.includes(vector.joint_order_digest)).toBe(true);
	});

	it.each(["json", "npz", "msgpack"] as const)(
		"is read, digested and written again: %s",
		async (encoding) => {
			const bytes = vectorFile(`${vector.name}.${encoding}`);
			expect(sha256(bytes)).toBe(vector.file_digests[encoding]);
			const { artifact, report, encoding: detected } = await readReplay(bytes);
			expect(detected).toBe(encoding);
			expect(report.ok, JSON.stringify(report.diagnostics)).toBe(true);
			if (artifact === undefined) return;
			const ours = Buffer.concat([...canonicalContent(artifact.arrays)].map((piece) => Buffer.from(piece)));
			expect(ours.toString("hex")).toBe(Buffer.from(stream).toString("hex"));
			expect(await contentDigest(artifact)).toBe(vector.content_digest);
			expect(await jointOrderDigest(artifact.arrays.joint_name.data)).toBe(vector.joint_order_digest);
			for (const other of ["json", "npz", "msgpack"] as const) {
				expect(writeReplay(artifact, { encoding: other })).toEqual(vectorFile(`${vector.name}.${other}`));
			}
		},
	);
});

describe("damaged files", () => {
	it.each(index.refused)("$name: $code", async ({ code, hex }) => {
		const { artifact, report } = await readReplay(new Uint8Array(Buffer.from(hex, "hex")));
		expect(artifact).toBeUndefined();
		const blocking = report.diagnostics.find(({ severity }) => severity === "blocking");
		expect(blocking?.code).toBe(code);
	});
});

describe.skipIf(!hasPython)("the independent script", () => {
	it("gives these very files", () => {
		const script = fileURLToPath(new URL("vectors/make_vectors.py", formats));
		const { status, stderr } = spawnSync(python, ["-B", script, "--check"], { encoding: "utf8" });
		expect(stderr).toBe("");
		expect(status).toBe(0);
	});
});
