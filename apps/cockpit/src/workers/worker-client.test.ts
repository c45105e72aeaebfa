import { describe, expect, it, vi } from "vitest";
import {
	type Handlers,
	serveWorker,
	type WorkerReply,
	type WorkerRequest,
	type WorkerScope,
} from "./protocol.ts";
import { createWorkerClient, isWorkerError, type WorkerLike } from "./worker-client.ts";

interface TestOperations {
	readonly double: { payload: number; progress: string; result: number };
	readonly wait: { payload: null; progress: never; result: never };
	readonly fail: { payload: null; progress: never; result: never };
}

/** Page and worker joined by plain queues; every message goes through `structuredClone`, as between threads. */
class FakeWorker implements WorkerLike {
	terminated = false;
	readonly #toPage: ((event: { data: unknown }) => void)[] = [];
	readonly #toWorker: ((event: { data: unknown }) => void)[] = [];
	readonly #onError: (() => void)[] = [];

	constructor(handlers: Handlers<TestOperations>) {
		const scope: WorkerScope = {
			postMessage: (message, transfer) => this.#send(this.#toPage, structuredClone(message, { transfer })),
			addEventListener: (_, listener) => void this.#toWorker.push(listener),
		};
		serveWorker(scope, handlers);
	}

	postMessage(message: WorkerRequest, transfer: Transferable[]): void {
		this.#send(this.#toWorker, structuredClone(message, { transfer }));
	}

	addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
		if (type === "message") this.#toPage.push(listener);
		else this.#onError.push(listener as () => void);
	}

	terminate(): void {
		this.terminated = true;
	}

	crash(): void {
		for (const listener of this.#onError) listener();
	}

	#send(listeners: readonly ((event: { data: unknown }) => void)[], data: unknown): void {
		queueMicrotask(() => {
			if (!this.terminated) for (const listener of listeners) listener({ data });
		});
	}
}

const aborted: number[] = [];
const handlers: Handlers<TestOperations> = {
	async double(value, { report }) {
		report("half way");
		return { result: value * 2 };
	},
	wait: (_, { signal }) =>
		new Promise((_, reject) => {
			signal.addEventListener("abort", () => {
				aborted.push(1);
				reject(signal.reason);
			});
		}),
	fail: () => Promise.reject(Object.assign(new Error("no"), { code: "bad-thing", hint: "do better" })),
};

function start() {
	const workers: FakeWorker[] = [];
	const client = createWorkerClient<TestOperations>(() => {
		const worker = new FakeWorker(handlers);
		workers.push(worker);
		return worker;
	});
	return { client, workers };
}

describe("worker protocol", () => {
	it("answers each call with its own result and progress", async () => {
		const { client, workers } = start();
		const onProgress = vi.fn();
		const answers = await Promise.all([client.call("double", 2, { onProgress }), client.call("double", 21)]);
		expect(answers).toEqual([4, 42]);
		expect(onProgress.mock.calls).toEqual([["half way"]]);
		expect(workers).toHaveLength(1);
	});

	it("carries an error's code and hint over the line", async () => {
		const { client } = start();
		const error = await client.call("fail", null).catch((reason: unknown) => reason);
		expect(isWorkerError(error, "bad-thing")).toBe(true);
		expect(error).toMatchObject({ message: "no", hint: "do better" });
	});

	it("refuses an operation that the worker does not have", async () => {
		const { client } = start();
		const call = client.call("toString" as "double", 1);
		await expect(call).rejects.toMatchObject({ code: "worker-error" });
	});

	it("rejects all calls of a crashed worker and starts a new one for the next call", async () => {
		const { client, workers } = start();
		const calls = [client.call("wait", null), client.call("wait", null)];
		workers[0]!.crash();
		for (const call of calls) await expect(call).rejects.toMatchObject({ code: "worker-crashed" });
		expect(await client.call("double", 1)).toBe(2);
		expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
	});

	it("ends a worker whose only call is aborted", async () => {
		const { client, workers } = start();
		const controller = new AbortController();
		const call = client.call("wait", null, { signal: controller.signal });
		controller.abort();
		await expect(call).rejects.toMatchObject({ name: "AbortError" });
		expect(workers[0]!.terminated).toBe(true);
		expect(await client.call("double", 3)).toBe(6);
	});

	it("only tells a worker to stop one call while it has others", async () => {
		const { client, workers } = start();
		const controller = new AbortController();
		aborted.length = 0;
		const other = client.call("wait", null);
		const call = client.call("wait", null, { signal: controller.signal });
		controller.abort();
		await expect(call).rejects.toMatchObject({ name: "AbortError" });
		await vi.waitFor(() => expect(aborted).toHaveLength(1));
		expect(workers[0]!.terminated).toBe(false);
		client.dispose();
		await expect(other).rejects.toMatchObject({ code: "worker-crashed" });
	});

	it("starts nothing for a call that is aborted already", async () => {
		const { client, workers } = start();
		await expect(client.call("double", 1, { signal: AbortSignal.abort() })).rejects.toMatchObject({
			name: "AbortError",
		});
		expect(workers).toHaveLength(0);
	});

	it("moves transferred buffers instead of copying them", async () => {
		const replies: WorkerReply[] = [];
		const listeners: ((event: { data: unknown }) => void)[] = [];
		const moved: Transferable[] = [];
		const buffer = new ArrayBuffer(8);
		serveWorker<{ give: { payload: null; progress: never; result: ArrayBuffer } }>(
			{
				postMessage(message, transfer) {
					replies.push(message);
					moved.push(...transfer);
				},
				addEventListener: (_, listener) => void listeners.push(listener),
			},
			{ give: async () => ({ result: buffer, transfer: [buffer] }) },
		);
		listeners[0]!({ data: { id: 7, op: "give", payload: null } });
		await vi.waitFor(() => expect(replies).toHaveLength(1));
		expect(moved).toEqual([buffer]);
	});
});
