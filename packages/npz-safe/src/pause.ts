/** Lets the event loop run other tasks once. Unlike a timer, it is not slowed down in background tabs. */
export function pause(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	return new Promise((resolve) => {
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(undefined);
	});
}
