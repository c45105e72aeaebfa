// A server must not outlive the npm that started it: npm passes SIGTERM on to its shell only, and SIGKILL to nobody.
import { spawnSync } from "node:child_process";

const parent = process.ppid;

/**
 * Asks this process to end (SIGTERM) once the npm that runs it is gone.
 * Only under npm: started by hand, a process may outlive its shell.
 */
export function endWithParent(everyMs = 500) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const npm = findNpm();
	const watch = setInterval(() => {
		if (process.ppid === parent && isRunning(npm)) return;
		clearInterval(watch);
		process.kill(process.pid, "SIGTERM");
	}, everyMs);
	watch.unref();
}

/** The process that npm is: the parent, or the one before it where the parent is the shell between. */
function findNpm() {
	const { stdout } = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(parent)], { encoding: "utf8" });
	const [, grandparent, name] = /^\s*(\d+)\s+(.*?)\s*$/.exec(stdout ?? "") ?? [];
	return /(^|\/)(ba|da|z)?sh$/.test(name ?? "") ? Number(grandparent) : parent;
}

function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code === "EPERM";
	}
}
