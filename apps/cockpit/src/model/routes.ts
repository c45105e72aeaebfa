import { isLayerId, type LayerId } from "./layers.ts";

/** Where the operator is; every view that can be reloaded or shared is one of these. */
export type Route =
	| { readonly name: "home" }
	| {
			readonly name: "replay";
			readonly id: string;
			/** Nanoseconds from the first frame; null = the first frame. */
			readonly timeNs: number | null;
			/** Layers shown; null = the default set. */
			readonly layers: readonly LayerId[] | null;
	  }
	| { readonly name: "robot"; readonly id: string }
	| { readonly name: "unknown"; readonly path: string };

const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Reads an address; anything that is not a view of ours is `unknown`, with its path. */
export function parseRoute(address: { pathname: string; search: string }): Route {
	const { pathname } = address;
	if (pathname === "/" || pathname === "") return { name: "home" };
	const [, lane, encodedId, rest] = pathname.split("/");
	const id = decodeId(encodedId);
	if (id === null || (rest !== undefined && rest !== "")) return { name: "unknown", path: pathname };
	if (lane === "robots") return { name: "robot", id };
	if (lane !== "replays") return { name: "unknown", path: pathname };
	const query = new URLSearchParams(address.search);
	return { name: "replay", id, timeNs: parseTime(query.get("t")), layers: parseLayers(query.get("layers")) };
}

/** The address of a view: path and query. */
export function formatRoute(route: Route): string {
	switch (route.name) {
		case "home":
			return "/";
		case "robot":
			return `/robots/${encodeURIComponent(route.id)}`;
		case "unknown":
			return route.path;
		case "replay": {
			const query = new URLSearchParams();
			if (route.timeNs !== null) query.set("t", String(route.timeNs));
			const layers = route.layers === null ? "" : `layers=${route.layers.join(",")}`;
			const search = [query.toString(), layers].filter((part) => part !== "").join("&");
			return `/replays/${encodeURIComponent(route.id)}${search === "" ? "" : `?${search}`}`;
		}
	}
}

function decodeId(encoded: string | undefined): string | null {
	try {
		const id = decodeURIComponent(encoded ?? "");
		return idPattern.test(id) && !id.includes("..") ? id : null;
	} catch {
		return null;
	}
}

function parseTime(text: string | null): number | null {
	if (text === null || !/^[0-9]{1,16}$/.test(text)) return null;
	const timeNs = Number(text);
	return Number.isSafeInteger(timeNs) ? timeNs : null;
}

function parseLayers(text: string | null): readonly LayerId[] | null {
	return text === null ? null : text.split(",").filter(isLayerId);
}
