import { spawnSync } from "node:child_process";
import { python } from "@hindcast/tooling/python";

/** What a script of Python printed as JSON. It has `np`, `io`, `json`, `base64` and `given`, the input. */
export function numpy<Result>(script: string, given: unknown = null): Result {
	const head = "import sys, io, json, base64\nimport numpy as np\ngiven = json.load(sys.stdin)\n";
	const { status, stdout, stderr } = spawnSync(python, ["-c", head + script], {
		input: JSON.stringify(given),
		encoding: "utf8",
		maxBuffer: 256 * 1024 * 1024,
	});
	if (status !== 0) throw new Error(`python failed: ${stderr}`);
	return JSON.parse(stdout) as Result;
}

/** Bytes of base64 text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(Buffer.from(text, "base64"));
}
