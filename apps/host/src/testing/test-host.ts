/** A host on a free port over a store of its own, for tests. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost, type HostOptions } from "../host.ts";
import type { LogEntry } from "../log.ts";
import { headerOf, importRequest, profile, robotId, urdf } from "./replays.ts";

/** A running host and its store. */
export interface TestHost {
	readonly url: string;
	readonly port: number;
	readonly booksDir: string;
	readonly book: string;
	readonly logs: LogEntry[];
	/** Imports bytes as an octet stream. */
	import(bytes: Uint8Array<ArrayBuffer>, request?: Parameters<typeof importRequest>[0]): Promise<Response>;
	close(): Promise<void>;
}

/** Starts a host over a fresh store with the test robot. */
export async function startTestHost(options: Partial<HostOptions> = {}): Promise<TestHost> {
	const booksDir = options.booksDir ?? (await makeStore());
	const logs: LogEntry[] = [];
	let ids = 0;
	const host = await createHost({
		now: () => 1_782_000_000_000 + ids,
		newId: () => `t${ids++}`,
		log: (entry) => logs.push(entry),
		...options,
		booksDir,
	});
	const { url, port } = await host.listen(0);
	return {
		url,
		port,
		booksDir,
		book: join(booksDir, robotId),
		logs,
		import: (bytes, request) =>
			fetch(`${url}/api/moonrobo/replays/import`, {
				method: "POST",
				headers: {
					"content-type": "application/octet-stream",
					"x-replay-request": headerOf(importRequest(request)),
				},
				body: bytes,
			}),
		async close() {
			await host.close();
			if (options.booksDir === undefined) await rm(booksDir, { recursive: true });
		},
	};
}

/** Makes a store with the test robot's book; its mesh of the relative reference is there, the others are not. */
export async function makeStore(): Promise<string> {
	const booksDir = await mkdtemp(join(tmpdir(), "hindcast-host-"));
	const book = join(booksDir, robotId);
	await mkdir(join(book, "model/meshes"), { recursive: true });
	await mkdir(join(book, "bridge"));
	await writeFile(join(book, "robot.json"), JSON.stringify(profile));
	await writeFile(join(book, "model/robot.urdf"), urdf);
	await writeFile(join(book, "model/meshes/base.stl"), "solid base\nendsolid base\n");
	await writeFile(join(book, "bridge/bridge.json"), '{"secret":true}');
	return booksDir;
}

/** Every path below `folder` with the digest of its bytes: equal when nothing was written. */
export async function fingerprint(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const lines = entries.map(async (entry) => {
		const path = join(entry.parentPath, entry.name);
		const digest = entry.isFile()
			? createHash("sha256")
					.update(await readFile(path))
					.digest("hex")
			: "-";
		return `${path} ${digest}`;
	});
	return (await Promise.all(lines)).sort();
}

/** What a raw exchange gave. */
export interface RawAnswer {
	readonly status: number;
	readonly head: string;
	readonly body: string;
}

/** Sends text as it is over a socket of its own: nothing normalises the address or adds headers. */
export function rawExchange(port: number, text: string): Promise<RawAnswer> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
		const chunks: Buffer[] = [];
		socket.setTimeout(10_000, () => socket.destroy(new Error("no answer in time")));
		socket.on("data", (chunk: Buffer) => chunks.push(chunk));
		socket.on("error", reject);
		socket.on("close", () => {
			const answer = Buffer.concat(chunks).toString("latin1");
			const [head = "", ...rest] = answer.split("\r\n\r\n");
			resolve({ status: Number(head.split(" ", 2)[1]), head, body: rest.join("\r\n\r\n") });
		});
	});
}

/** A raw GET of an address exactly as written. */
export function rawGet(port: number, address: string, headers: readonly string[] = []): Promise<RawAnswer> {
	const lines = [`GET ${address} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Connection: close", ...headers];
	return rawExchange(port, `${lines.join("\r\n")}\r\n\r\n`);
}

/** A request with headers that `fetch` would not let through, such as `Host` and `Origin`. */
export function plainRequest(
	url: string,
	options: {
		readonly method?: string;
		readonly headers?: Record<string, string>;
		readonly body?: string;
	} = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
	return new Promise((resolve, reject) => {
		const { method = "GET", headers = {}, body } = options;
		const sent = httpRequest(url, { method, headers, agent: false }, (answer) => {
			const chunks: Buffer[] = [];
			answer.on("data", (chunk: Buffer) => chunks.push(chunk));
			answer.on("end", () => {
				const { statusCode = 0 } = answer;
				resolve({
					status: statusCode,
					headers: answer.headers,
					body: Buffer.concat(chunks).toString("latin1"),
				});
			});
		});
		sent.on("error", reject);
		sent.end(body);
	});
}
