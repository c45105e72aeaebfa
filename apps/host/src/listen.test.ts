import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { listenOnLoopback, PortBusyError } from "./listen.ts";

const servers: Server[] = [];
const server = () => {
	const made = createServer((_request, response) => response.end("hello"));
	servers.push(made);
	return made;
};
const pair = () => ({ ipv4: server(), ipv6: server() });

afterEach(async () => {
	for (const one of servers.splice(0)) if (one.listening) await new Promise((resolve) => one.close(resolve));
});

it("binds loopback addresses only", async () => {
	const both = pair();
	const port = await listenOnLoopback(both, 0);
	expect(both.ipv4.address()).toMatchObject({ address: "127.0.0.1", port });
	if (both.ipv6.listening) expect(both.ipv6.address()).toMatchObject({ address: "::1", port });
});

it("refuses a port that is taken, and leaves nothing listening", async () => {
	const port = await listenOnLoopback(pair(), 0);
	const second = pair();
	await expect(listenOnLoopback(second, port)).rejects.toEqual(new PortBusyError(port));
	expect([second.ipv4.listening, second.ipv6.listening]).toEqual([false, false]);
});

it("takes the next port, past one that only ::1 has in use", async () => {
	const first = pair();
	const port = await listenOnLoopback(first, undefined);
	expect(port).toBeGreaterThanOrEqual(4655);
	const second = pair();
	const next = await listenOnLoopback(second, undefined);
	expect(next).toBeGreaterThan(port);
	if (!first.ipv6.listening) return;
	await new Promise((resolve) => first.ipv4.close(resolve));
	const third = pair();
	expect(await listenOnLoopback(third, undefined)).toBeGreaterThan(next);
	expect((third.ipv4.address() as AddressInfo).port).not.toBe(port);
});
