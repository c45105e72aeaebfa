import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";

const parentModule = new URL("./parent.mjs", import.meta.url).href;

/** A server that watches its parent and would run for a minute. */
const server = `
	import { endWithParent } from ${JSON.stringify(parentModule)};
	endWithParent(20);
	process.on("SIGTERM", () => { console.log("ended"); process.exit(); });
	setTimeout(() => {}, 60_000);
	console.log(process.pid);
`;

/** Stands for npm: runs a command line in a shell, on its own streams. */
const npm = `
	require("node:child_process").spawn("sh", ["-c", process.env.COMMAND], { stdio: "inherit" });
	setTimeout(() => {}, 60_000);
`;

/** The shell becomes the server, or stays between. */
const commands = {
	"in place of its shell": 'exec "$NODE" --input-type=module -e "$SERVER"',
	"below its shell": '"$NODE" --input-type=module -e "$SERVER"; exit $?',
};

/** Starts both; gives the stand-in for npm, the server's process id, and the lines it goes on to say. */
async function startBoth(env: Readonly<Record<string, string>>) {
	const { npm_lifecycle_event: _, ...inherited } = process.env;
	const parent = spawn(process.execPath, ["-e", npm], {
		env: { ...inherited, SERVER: server, NODE: process.execPath, ...env },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const lines = createInterface(parent.stdout)[Symbol.asyncIterator]();
	const pid = Number((await lines.next()).value);
	onTestFinished(() => {
		if (isRunning(pid)) process.kill(pid, "SIGKILL");
	});
	return { parent, pid, lines };
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

it.each(Object.entries(commands))("ends when the npm that runs it %s is killed", async (_, command) => {
	const { parent, lines } = await startBoth({ npm_lifecycle_event: "start", COMMAND: command });
	parent.kill("SIGKILL");
	expect(await lines.next()).toEqual({ done: false, value: "ended" });
	expect(await lines.next()).toMatchObject({ done: true });
});

it("outlives the shell that it was started from by hand", async () => {
	const { parent, pid } = await startBoth({ COMMAND: commands["in place of its shell"] });
	parent.kill("SIGKILL");
	await once(parent, "exit");
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(isRunning(pid)).toBe(true);
});
