/** Never-rule 2: no route opens a connection to a bridge, or to anything. */
import childProcess from "node:child_process";
import dgram from "node:dgram";
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { routeList } from "../http/route-table.ts";
import { exportRequest, replayBytes } from "../testing/replays.ts";
import { writeRun } from "../testing/run.ts";
import { putSession } from "../testing/sessions.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
let attempts: string[];

beforeEach(async () => {
	attempts = [];
	host = await startTestHost();
	const connect = Socket.prototype.connect;
	vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
		const port = Number(JSON.stringify(args).match(/"port":"?(\d+)/)?.[1]);
		// The test's own requests are the only connections that there may be.
		if (port === host.port) return Reflect.apply(connect, this, args);
		attempts.push(JSON.stringify(args));
		throw new Error("the network is off");
	});
	const refuse = (name: string) => () => {
		attempts.push(name);
		throw new Error("the network is off");
	};
	vi.spyOn(dgram, "createSocket").mockImplementation(refuse("dgram"));
	vi.spyOn(childProcess, "spawn").mockImplementation(refuse("spawn"));
});

afterEach(async () => {
	vi.restoreAllMocks();
	await host.close();
});

const json = { "content-type": "application/json" };
const requester = { kind: "operator", id: "tester" };

it("holds for every route of the table, over a book that names a bridge", async () => {
	await writeFile(join(host.book, "bridge/bridge.json"), '{"url":"http://127.0.0.1:9","host":"127.0.0.1"}');
	await putSession(host.book, { frames: 3 });
	await writeRun(host.book);
	const asked = new Map<string, number>();
	const ask = async (name: string, path: string, options: RequestInit = {}) => {
		const answer = await fetch(`${host.url}${path}`, options);
		await answer.arrayBuffer();
		asked.set(name, answer.status);
	};
	const post = (name: string, path: string, body: object) =>
		ask(name, `/api/moonrobo/replays/${path}`, { method: "POST", headers: json, body: JSON.stringify(body) });

	asked.set("importReplay", (await host.import(await replayBytes("npz"), { replay_id: "a" })).status);
	await post("validateReplay", "validate", { replay_id: "a" });
	await post("exportReplay", "export", exportRequest());
	const note = { replay_id: "a", frame_id: "", label: "usable", note: "", severity: "info", requester };
	await post("annotateReplay", "annotate", { ...note, created_at_ms: "1" });
	const run = { receipt_id: "receipt-1", snapshot_id: "snapshot-1" };
	await post("linkReplay", "link", { replay_id: "a", ...run, requester, now_ms: "1" });
	for (const { name, method, path } of routeList()) {
		if (method !== "GET") continue;
		const address = path
			.replace("{replay_id}", "a")
			.replace("{robot_id}", "kite-2")
			.replace("{session_id}", "session-1")
			.replace("{asset}", "meshes/base.stl");
		await ask(name, address);
	}
	await ask("getPayload", "/api/moonrobo/replays/a/payload?from=0&to=1");
	expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(routeList().map(({ name }) => [name, 200])));
	expect(attempts).toEqual([]);
});

it("is watched for: a connection would be seen", async () => {
	await expect(fetch("http://127.0.0.1:40000")).rejects.toThrow();
	expect(attempts).toHaveLength(1);
});
