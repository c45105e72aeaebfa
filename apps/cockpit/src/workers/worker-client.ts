import {
	cancelOp,
	type Operations,
	type WorkerFault,
	type WorkerReply,
	type WorkerRequest,
} from "./protocol.ts";

/** The page's side of the line; `Worker` is one. */
export interface WorkerLike {
	postMessage(message: WorkerRequest, transfer: Transferable[]): void;
	terminate(): void;
	addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
	addEventListener(type: "error" | "messageerror", listener: () => void): void;
}

/** A call that a worker could not finish; `code` is the worker's own, or `worker-crashed`. */
export class WorkerError extends Error {
	override readonly name = "WorkerError";
	readonly code: string;
	readonly hint: string | null;

	constructor(fault: Pick<WorkerFault, "code" | "message" | "hint">) {
		super(fault.message);
		this.code = fault.code;
		this.hint = fault.hint;
	}
}

/** Whether `error` is a {@link WorkerError}, of `code` when it is given. */
export function isWorkerError(error: unknown, code?: string): error is WorkerError {
	return error instanceof WorkerError && (code === undefined || error.code === code);
}

/** How to make one call. */
export interface CallOptions<Progress> {
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
	readonly transfer?: readonly Transferable[];
}

/** A worker that is started by its first call, and started again by the next call after a crash. */
export interface WorkerClient<O extends Operations<O>> {
	/**
	 * Runs one operation. Rejects with a {@link WorkerError}, or with the signal's reason when it is aborted: a worker with
	 * nothing else to do is then ended at once, so that work that never looks at its signal stops too.
	 */
	call<Op extends keyof O & string>(
		op: Op,
		payload: O[Op]["payload"],
		options?: CallOptions<O[Op]["progress"]>,
	): Promise<O[Op]["result"]>;
	/** Ends the worker; calls still running reject with `worker-crashed`. */
	dispose(): void;
}

interface Pending {
	progress(value: unknown): void;
	resolve(value: unknown): void;
	reject(reason: unknown): void;
}

/** Makes the client over a way to start the worker. */
export function createWorkerClient<O extends Operations<O>>(start: () => WorkerLike): WorkerClient<O> {
	const pending = new Map<number, Pending>();
	let worker: WorkerLike | null = null;
	let lastId = 0;

	const stop = () => {
		worker?.terminate();
		worker = null;
	};
	const crash = (origin: WorkerLike) => {
		if (origin !== worker) return;
		stop();
		const calls = [...pending.values()];
		pending.clear();
		for (const call of calls) call.reject(new WorkerError(crashed));
	};
	const receive = (reply: WorkerReply) => {
		const call = pending.get(reply.id);
		if (call === undefined) return;
		if (reply.type === "progress") {
			call.progress(reply.value);
			return;
		}
		pending.delete(reply.id);
		if (reply.type === "result") call.resolve(reply.value);
		else call.reject(new WorkerError(reply.fault));
	};
	const running = (): WorkerLike => {
		if (worker !== null) return worker;
		const started = start();
		started.addEventListener("message", ({ data }) => receive(data as WorkerReply));
		started.addEventListener("error", () => crash(started));
		started.addEventListener("messageerror", () => crash(started));
		worker = started;
		return started;
	};
	const abandon = (id: number) => {
		if (!pending.delete(id)) return;
		if (pending.size === 0) stop();
		else worker?.postMessage({ id, op: cancelOp, payload: null }, []);
	};
	return {
		call(op, payload, { signal, onProgress, transfer = [] } = {}) {
			return new Promise((resolve, reject) => {
				if (signal?.aborted) {
					reject(signal.reason);
					return;
				}
				const id = ++lastId;
				const onAbort = () => {
					abandon(id);
					reject(signal?.reason);
				};
				const settle = <A>(done: (value: A) => void) => {
					return (value: A) => {
						signal?.removeEventListener("abort", onAbort);
						done(value);
					};
				};
				pending.set(id, {
					progress: (value) => onProgress?.(value as Parameters<typeof onProgress>[0]),
					resolve: settle(resolve as (value: unknown) => void),
					reject: settle(reject),
				});
				signal?.addEventListener("abort", onAbort, { once: true });
				running().postMessage({ id, op, payload }, [...transfer]);
			});
		},
		dispose() {
			if (worker !== null) crash(worker);
		},
	};
}

const crashed = {
	code: "worker-crashed",
	message: "The worker stopped before it answered.",
	hint: "Try again; a new worker is started for the next call.",
};
