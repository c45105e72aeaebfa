/**
 * Lets the event loop run once, so that a long job neither freezes its page nor misses its abort.
 *
 * @throws the signal's reason when it is aborted
 */
export async function eventLoopTurn(signal: AbortSignal | undefined): Promise<void> {
	signal?.throwIfAborted();
	await new Promise<void>((resolve) => {
		const { port1, port2 } = new MessageChannel();
		const onmessage = () => {
			port1.close();
			resolve();
		};
		// Assigned, not set: the types of Node alone do not declare this property.
		Object.assign(port1, { onmessage });
		port2.postMessage(null);
	});
	signal?.throwIfAborted();
}
