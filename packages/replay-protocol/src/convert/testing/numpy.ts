import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { python } from "@hindcast/tooling/python";

/** Runs scripts that come as lines of JSON; answers each with a line of what it printed. */
const server = `
import sys, io, json, base64, contextlib, traceback
import numpy as np
for line in sys.stdin:
    job = json.loads(line)
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(job["script"], {"np": np, "io": io, "json": json, "base64": base64, "given": job["given"]})
        answer = {"printed": out.getvalue()}
    except Exception:
        answer = {"error": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
`;

/** One process of Python with NumPy, for a suite; starting one for each question takes most of its time. */
export class Numpy {
	#process: ChildProcessWithoutNullStreams | undefined;
	#answers: AsyncIterator<string> | undefined;

	/** What a script prints as JSON. It has `np`, `io`, `json`, `base64` and `given`. One at a time. */
	async run<Result>(script: string, given: unknown = null): Promise<Result> {
		this.#process ??= spawn(python, ["-c", server]);
		this.#answers ??= createInterface(this.#process.stdout)[Symbol.asyncIterator]();
		this.#process.stdin.write(`${JSON.stringify({ script, given })}\n`);
		const { value, done } = await this.#answers.next();
		if (done) throw new Error("python ended");
		const { printed, error } = JSON.parse(value) as { printed?: string; error?: string };
		if (printed === undefined) throw new Error(`python failed: ${error}`);
		return JSON.parse(printed) as Result;
	}

	/** Ends the process. */
	async close(): Promise<void> {
		if (this.#process === undefined) return;
		this.#process.stdin.end();
		await once(this.#process, "close");
	}
}

/** Bytes of base64 text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(Buffer.from(text, "base64"));
}
