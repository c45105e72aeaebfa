/**
 * Lets the event loop run once, so that a long job neither freezes its page nor misses its abort.
 *
 * @throws the signal's reason when it is aborted
 */
export async function eventLoopTurn(signal: AbortSignal | undefined): Promise<void> {
	signal?.throwIfAborted();
	await new Promise<void>((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
	signal?.throwIfAborted();
}
