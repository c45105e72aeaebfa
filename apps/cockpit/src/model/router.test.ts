import { describe, expect, it } from "vitest";
import { createRouter, type RouterHost } from "./router.ts";
import type { Route } from "./routes.ts";

class FakeHost implements RouterHost {
	readonly entries: string[];
	readonly timers = new Map<number, { at: number; run: () => void }>();
	timeMs = 0;
	#popstate: () => void = () => {};

	constructor(start: string) {
		this.entries = [start];
	}

	get location() {
		const { pathname, search } = new URL(this.entries.at(-1)!, "http://host.invalid");
		return { pathname, search };
	}

	readonly history = {
		pushState: (_: unknown, __: string, url?: string | URL | null) => void this.entries.push(String(url)),
		replaceState: (_: unknown, __: string, url?: string | URL | null) => {
			this.entries[this.entries.length - 1] = String(url);
		},
	};

	addEventListener(_: "popstate", listener: () => void): void {
		this.#popstate = listener;
	}

	setTimeout(run: () => void, milliseconds: number): number {
		const handle = this.timers.size + 1;
		this.timers.set(handle, { at: this.timeMs + milliseconds, run });
		return handle;
	}

	clearTimeout(handle: number): void {
		this.timers.delete(handle);
	}

	now(): number {
		return this.timeMs;
	}

	passTo(timeMs: number): void {
		this.timeMs = timeMs;
		for (const [handle, { at, run }] of [...this.timers]) {
			if (at > timeMs) continue;
			this.timers.delete(handle);
			run();
		}
	}

	goBack(): void {
		this.entries.pop();
		this.#popstate();
	}
}

const replayAt = (timeNs: number): Route => ({ name: "replay", id: "a", timeNs, layers: null });

describe("createRouter", () => {
	it("reads the address it starts at and follows the history", () => {
		const host = new FakeHost("/robots/tern-6");
		const router = createRouter(host);
		router.navigate(replayAt(5));
		expect(host.entries).toEqual(["/robots/tern-6", "/replays/a?t=5"]);
		host.goBack();
		expect(router.route.get()).toEqual({ name: "robot", id: "tern-6" });
	});

	it("replaces at most once per interval, and the last one wins", () => {
		const host = new FakeHost("/replays/a");
		const router = createRouter(host);
		router.replaceSoon(() => replayAt(1), 1000);
		expect(host.entries).toEqual(["/replays/a?t=1"]);
		host.passTo(400);
		router.replaceSoon(() => replayAt(2), 1000);
		router.replaceSoon(() => replayAt(3), 1000);
		host.passTo(999);
		expect(host.entries).toEqual(["/replays/a?t=1"]);
		host.passTo(1000);
		expect(host.entries).toEqual(["/replays/a?t=3"]);
	});

	it("writes at once where the interval is zero, and forgets what waited", () => {
		const host = new FakeHost("/replays/a");
		const router = createRouter(host);
		router.replaceSoon(() => replayAt(1), 1000);
		router.replaceSoon(() => replayAt(2), 1000);
		router.replaceSoon(() => replayAt(9), 0);
		host.passTo(5000);
		expect(host.entries).toEqual(["/replays/a?t=9"]);
	});

	it("asks for the route only when it writes, and writes none for null", () => {
		const host = new FakeHost("/replays/a");
		const router = createRouter(host);
		let asked = 0;
		const none = () => {
			asked++;
			return null;
		};
		router.replaceSoon(() => replayAt(1), 1000);
		for (let i = 0; i < 5; i++) router.replaceSoon(none, 1000);
		expect(asked).toBe(0);
		host.passTo(1000);
		expect(asked).toBe(1);
		expect(host.entries).toEqual(["/replays/a?t=1"]);
	});

	it("drops a waiting correction when another view is opened", () => {
		const host = new FakeHost("/replays/a");
		const router = createRouter(host);
		router.replaceSoon(() => replayAt(1), 1000);
		router.replaceSoon(() => replayAt(2), 1000);
		router.navigate({ name: "home" });
		host.passTo(5000);
		expect(host.entries).toEqual(["/replays/a?t=1", "/"]);
	});
});
