import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Port that the host takes when it is free and none was asked for. */
const defaultPort = 4655;
const portsTried = 100;

/** A port that cannot be had. */
export class PortBusyError extends Error {
	override readonly name = "PortBusyError";

	constructor(readonly port: number) {
		super(`port ${port} is already in use`);
	}
}

/** Whether `error` is a {@link PortBusyError}. */
export function isPortBusyError(error: unknown): error is PortBusyError {
	return error instanceof PortBusyError;
}

/**
 * Binds a server to 127.0.0.1, and a second one to ::1 on the same port where the machine has it.
 *
 * @param port the port to take; 0 for any; undefined for 4655 or the next free one
 * @returns the port
 * @throws PortBusyError when the port, or all that were tried, are taken
 */
export async function listenOnLoopback(
	servers: { readonly ipv4: Server; readonly ipv6: Server },
	port: number | undefined,
): Promise<number> {
	if (port !== undefined) return bind(servers, port, false);
	for (let candidate = defaultPort; candidate < defaultPort + portsTried; candidate++) {
		try {
			return await bind(servers, candidate, true);
		} catch (error) {
			if (!isPortBusyError(error)) throw error;
		}
	}
	throw new PortBusyError(defaultPort);
}

/** @param whole whether ::1 must be free too: else another program would answer at `localhost` */
async function bind(
	{ ipv4, ipv6 }: { readonly ipv4: Server; readonly ipv6: Server },
	port: number,
	whole: boolean,
): Promise<number> {
	if ((await open(ipv4, "127.0.0.1", port)) === "taken") throw new PortBusyError(port);
	const { port: taken } = ipv4.address() as AddressInfo;
	if ((await open(ipv6, "::1", taken)) !== "taken" || !whole) return taken;
	await new Promise((resolve) => ipv4.close(resolve));
	throw new PortBusyError(port);
}

function open(server: Server, host: string, port: number): Promise<"open" | "taken" | "no-such-address"> {
	return new Promise((resolve, reject) => {
		const failed = (error: NodeJS.ErrnoException) => {
			server.off("listening", opened);
			if (error.code === "EADDRINUSE") resolve("taken");
			else if (host === "::1") resolve("no-such-address");
			else reject(error);
		};
		const opened = () => {
			server.off("error", failed);
			resolve("open");
		};
		server.once("error", failed);
		server.once("listening", opened);
		server.listen({ host, port, ipv6Only: true });
	});
}
