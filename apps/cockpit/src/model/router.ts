import { formatRoute, parseRoute, type Route } from "./routes.ts";
import { createStore, type Readable } from "./store.ts";

/** The parts of `window` that a router needs; a fake one serves the tests. */
export interface RouterHost {
	readonly location: { readonly pathname: string; readonly search: string };
	readonly history: Pick<History, "pushState" | "replaceState">;
	addEventListener(type: "popstate", listener: () => void): void;
	setTimeout(callback: () => void, milliseconds: number): number;
	clearTimeout(handle: number): void;
	/** Milliseconds that only grow. */
	now(): number;
}

/** The typed address bar. */
export interface Router {
	readonly route: Readable<Route>;
	/** Goes to another view, as a new entry of the history. */
	navigate(route: Route): void;
	/** Corrects the address of this view in place, at once. */
	replace(route: Route): void;
	/** As {@link Router.replace}, but at most once per `intervalMs`. The route is asked for only then: null for none. */
	replaceSoon(route: () => Route | null, intervalMs: number): void;
}

/** Makes the router over the History API. */
export function createRouter(host: RouterHost): Router {
	const route = createStore(parseRoute(host.location));
	let replacedAtMs = Number.NEGATIVE_INFINITY;
	let pending: (() => Route | null) | null = null;
	let timer: number | null = null;

	const cancel = () => {
		if (timer !== null) host.clearTimeout(timer);
		timer = null;
		pending = null;
	};
	const replace = (next: Route | null) => {
		cancel();
		if (next === null) return;
		replacedAtMs = host.now();
		if (formatRoute(next) !== host.location.pathname + host.location.search)
			host.history.replaceState(null, "", formatRoute(next));
	};
	host.addEventListener("popstate", () => {
		cancel();
		route.set(parseRoute(host.location));
	});
	return {
		route,
		navigate(next) {
			cancel();
			host.history.pushState(null, "", formatRoute(next));
			route.set(next);
		},
		replace,
		replaceSoon(next, intervalMs) {
			const waitMs = replacedAtMs + intervalMs - host.now();
			if (waitMs <= 0) {
				replace(next());
				return;
			}
			pending = next;
			if (timer !== null) return;
			timer = host.setTimeout(() => {
				timer = null;
				if (pending !== null) replace(pending());
			}, waitMs);
		},
	};
}

/** The browser's own window as a {@link RouterHost}. */
export function browserRouterHost(view: Window): RouterHost {
	return {
		location: view.location,
		history: view.history,
		addEventListener: (type, listener) => view.addEventListener(type, listener),
		setTimeout: (callback, milliseconds) => view.setTimeout(callback, milliseconds),
		clearTimeout: (handle) => view.clearTimeout(handle),
		now: () => view.performance.now(),
	};
}
