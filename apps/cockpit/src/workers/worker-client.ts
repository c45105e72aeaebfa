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
	return new RestartingWorker<O>(start);
}

class RestartingWorker<O extends Operations<O>> implements WorkerClient<O> {
	readonly #start: () => WorkerLike;
	readonly #pending = new Map<number, Pending>();
	#worker: WorkerLike | null = null;
	#lastId = 0;

	constructor(start: () => WorkerLike) {
		this.#start = start;
	}

	call<Op extends keyof O & string>(
		op: Op,
		payload: O[Op]["payload"],
		{ signal, onProgress, transfer = [] }: CallOptions<O[Op]["progress"]> = {},
	): Promise<O[Op]["result"]> {
		if (signal?.aborted) return Promise.reject(signal.reason);
		return new Promise((resolve, reject) => {
			const id = ++this.#lastId;
			const onAbort = () => {
				this.#abandon(id);
				reject(signal?.reason);
			};
			const done = () => signal?.removeEventListener("abort", onAbort);
			this.#pending.set(id, {
				progress: (value) => onProgress?.(value as O[Op]["progress"]),
				resolve(value) {
					done();
					resolve(value as O[Op]["result"]);
				},
				reject(reason) {
					done();
					reject(reason);
				},
			});
			signal?.addEventListener("abort", onAbort, { once: true });
			this.#running().postMessage({ id, op, payload }, [...transfer]);
		});
	}

	dispose(): void {
		if (this.#worker !== null) this.#crash(this.#worker);
	}

	#running(): WorkerLike {
		if (this.#worker !== null) return this.#worker;
		const worker = this.#start();
		worker.addEventListener("message", ({ data }) => this.#receive(data as WorkerReply));
		worker.addEventListener("error", () => this.#crash(worker));
		worker.addEventListener("messageerror", () => this.#crash(worker));
		this.#worker = worker;
		return worker;
	}

	#receive(reply: WorkerReply): void {
		const call = this.#pending.get(reply.id);
		if (call === undefined) return;
		if (reply.type === "progress") {
			call.progress(reply.value);
			return;
		}
		this.#pending.delete(reply.id);
		if (reply.type === "result") call.resolve(reply.value);
		else call.reject(new WorkerError(reply.fault));
	}

	#abandon(id: number): void {
		if (!this.#pending.delete(id)) return;
		if (this.#pending.size === 0) this.#stop();
		else this.#worker?.postMessage({ id, op: cancelOp, payload: null }, []);
	}

	#crash(origin: WorkerLike): void {
		if (origin !== this.#worker) return;
		this.#stop();
		const calls = [...this.#pending.values()];
		this.#pending.clear();
		for (const call of calls) call.reject(new WorkerError(crashed));
	}

	#stop(): void {
		this.#worker?.terminate();
		this.#worker = null;
	}
}

const crashed = {
	code: "worker-crashed",
	message: "The worker stopped before it answered.",
	hint: "Try again; a new worker is started for the next call.",
};
