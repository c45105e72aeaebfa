/**
 * One protocol for all workers: the page sends `{ id, op, payload }`, the worker answers with any number of `progress`
 * messages and then one `result` or one `error`. `{ id, op: "cancel" }` asks for an earlier call to stop.
 */

/** What one operation takes and gives. */
export interface Operation {
	readonly payload: unknown;
	readonly progress: unknown;
	readonly result: unknown;
}

/** A worker's operations by name. */
export type Operations<O> = { readonly [Op in keyof O]: Operation };

/** Page to worker. */
export interface WorkerRequest {
	readonly id: number;
	readonly op: string;
	readonly payload: unknown;
}

/** An error as it crosses the thread: plain data, never a stack. */
export interface WorkerFault {
	readonly name: string;
	readonly code: string;
	readonly message: string;
	readonly hint: string | null;
}

/** Worker to page. */
export type WorkerReply =
	| { readonly id: number; readonly type: "progress"; readonly value: unknown }
	| { readonly id: number; readonly type: "result"; readonly value: unknown }
	| { readonly id: number; readonly type: "error"; readonly fault: WorkerFault };

/** Name of the operation that stops an earlier call of the same id. */
export const cancelOp = "cancel";

/** What a handler works with. */
export interface CallContext<Progress> {
	readonly signal: AbortSignal;
	report(progress: Progress): void;
}

/** A handler's answer, with the buffers that move instead of being copied. */
export interface CallAnswer<Result> {
	readonly result: Result;
	readonly transfer?: readonly Transferable[];
}

/** A worker's handlers, one for each operation. */
export type Handlers<O extends Operations<O>> = {
	readonly [Op in keyof O]: (
		payload: O[Op]["payload"],
		context: CallContext<O[Op]["progress"]>,
	) => Promise<CallAnswer<O[Op]["result"]>>;
};

/** The worker's side of the line; `DedicatedWorkerGlobalScope` is one. */
export interface WorkerScope {
	postMessage(message: WorkerReply, transfer: Transferable[]): void;
	addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}

/** Answers requests with `handlers` for as long as the worker lives. */
export function serveWorker<O extends Operations<O>>(scope: WorkerScope, handlers: Handlers<O>): void {
	const running = new Map<number, AbortController>();
	const answer = async ({ id, op, payload }: WorkerRequest, signal: AbortSignal) => {
		const report = (value: unknown) => scope.postMessage({ id, type: "progress", value }, []);
		const handler = Object.hasOwn(handlers, op) ? handlers[op as keyof O] : undefined;
		if (handler === undefined) throw new TypeError(`worker has no operation ${op}`);
		const { result, transfer = [] } = await handler(payload, { signal, report });
		scope.postMessage({ id, type: "result", value: result }, [...transfer]);
	};
	scope.addEventListener("message", ({ data }) => {
		const request = data as WorkerRequest;
		if (request.op === cancelOp) {
			running.get(request.id)?.abort();
			return;
		}
		const controller = new AbortController();
		running.set(request.id, controller);
		answer(request, controller.signal)
			.catch((error: unknown) =>
				scope.postMessage({ id: request.id, type: "error", fault: toFault(error) }, []),
			)
			.finally(() => running.delete(request.id));
	});
}

function toFault(error: unknown): WorkerFault {
	const { name, message } = error instanceof Error ? error : new Error(String(error));
	const { code, hint } = Object(error) as { code?: unknown; hint?: unknown };
	return {
		name,
		message,
		code: typeof code === "string" ? code : "worker-error",
		hint: typeof hint === "string" ? hint : null,
	};
}
