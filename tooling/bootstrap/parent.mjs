// A server must not outlive the npm that started it: npm passes SIGTERM on, but nobody passes on what kills npm itself.
const parent = process.ppid;

/**
 * Asks this process to end (SIGTERM) once the npm that runs it is gone.
 * Only under npm: started by hand, a process may outlive its shell.
 */
export function endWithParent(everyMs = 500) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		process.kill(process.pid, "SIGTERM");
	}, everyMs);
	watch.unref();
}
