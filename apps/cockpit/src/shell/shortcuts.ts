import type { Messages } from "../i18n/en.ts";
import type { LayerId } from "../model/layers.ts";

/** Everything a key can do. */
export type ActionId =
	| "play"
	| "back"
	| "forward"
	| "tenBack"
	| "tenOn"
	| "toStart"
	| "toEnd"
	| "loop"
	| "loopStart"
	| "loopEnd"
	| "speed"
	| "fitTimeline"
	| "fitRobot"
	| "legend"
	| "orbit"
	| "zoom"
	| "find"
	| "open"
	| "catalog"
	| "inspector"
	| "shortcuts"
	| LayerId;

/** One key: what it does and, where one action has several keys with a value each, the value. */
export interface Shortcut {
	readonly action: ActionId;
	/** As shown: `Space`, `Shift →`, `?`. */
	readonly shown: string;
	/** Keys by `KeyboardEvent.key`; letters by `KeyboardEvent.code`, so that they work in any keyboard layout. */
	readonly keys: readonly string[];
	readonly shift?: boolean;
	readonly alt?: boolean;
	/** Control, or Command on a Mac. */
	readonly control?: boolean;
}

/** Every key, in the order of the sheet. */
export const shortcuts: readonly Shortcut[] = [
	{ action: "play", shown: "Space", keys: [" "] },
	{ action: "back", shown: "←", keys: ["ArrowLeft"] },
	{ action: "back", shown: ",", keys: ["Comma"] },
	{ action: "forward", shown: "→", keys: ["ArrowRight"] },
	{ action: "forward", shown: ".", keys: ["Period"] },
	{ action: "tenBack", shown: "Shift ←", keys: ["ArrowLeft"], shift: true },
	{ action: "tenOn", shown: "Shift →", keys: ["ArrowRight"], shift: true },
	{ action: "toStart", shown: "Home", keys: ["Home"] },
	{ action: "toEnd", shown: "End", keys: ["End"] },
	{ action: "speed", shown: "1–5", keys: ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5"] },
	{ action: "loop", shown: "L", keys: ["KeyL"] },
	{ action: "loopStart", shown: "[", keys: ["BracketLeft"] },
	{ action: "loopEnd", shown: "]", keys: ["BracketRight"] },
	{ action: "fitTimeline", shown: "0", keys: ["Digit0"] },
	{ action: "robot", shown: "R", keys: ["KeyR"] },
	{ action: "target", shown: "T", keys: ["KeyT"] },
	{ action: "limits", shown: "J", keys: ["KeyJ"] },
	{ action: "skeleton", shown: "K", keys: ["KeyK"] },
	{ action: "collisions", shown: "C", keys: ["KeyC"] },
	{ action: "axes", shown: "A", keys: ["KeyA"] },
	{ action: "grid", shown: "G", keys: ["KeyG"] },
	{ action: "legend", shown: "H", keys: ["KeyH"] },
	{ action: "fitRobot", shown: "F", keys: ["KeyF"] },
	{
		action: "orbit",
		shown: "Alt ←↑→↓",
		keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
		alt: true,
	},
	{ action: "zoom", shown: "+ −", keys: ["+", "=", "-"] },
	{ action: "find", shown: "Ctrl K", keys: ["KeyK"], control: true },
	{ action: "open", shown: "O", keys: ["KeyO"] },
	{ action: "catalog", shown: "B", keys: ["KeyB"] },
	{ action: "inspector", shown: "I", keys: ["KeyI"] },
	{ action: "shortcuts", shown: "?", keys: ["?"], shift: true },
];

/** Speeds of the keys 1 to 5. */
export const keySpeeds = [0.1, 0.5, 1, 2, 4] as const;

/** The key to show beside an action. */
export function keyOf(action: ActionId): string {
	return shortcuts.find((shortcut) => shortcut.action === action)?.shown ?? "";
}

/** The shortcut that an event asks for; null for none. */
export function matchShortcut(
	event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">,
): Shortcut | null {
	const chord = event.ctrlKey || event.metaKey;
	const found = shortcuts.find(
		({ keys, shift = false, alt = false, control = false }) =>
			control === chord &&
			alt === event.altKey &&
			keys.some((key) => {
				const named = key === event.key;
				const layoutFree = /^(Key|Digit|Bracket|Comma|Period)/.test(key) && key === event.code;
				// A printed sign such as ? or + is what it is, whichever modifiers its layout needs.
				return layoutFree ? shift === event.shiftKey : named && (isSign(key) || shift === event.shiftKey);
			}),
	);
	return found ?? null;
}

/** The sheet's groups: actions by place, each with its name in the reader's language. */
export function shortcutGroups(texts: Messages): readonly {
	readonly title: string;
	readonly actions: readonly { readonly action: ActionId; readonly name: string }[];
}[] {
	const { timeline, shortcuts: own, layers, app, catalog, inspector } = texts;
	const named = (names: Partial<Record<ActionId, string>>) =>
		Object.entries(names).map(([action, name]) => ({ action: action as ActionId, name }));
	return [
		{
			title: own.playback,
			actions: named({
				play: `${timeline.play} / ${timeline.pause}`,
				back: timeline.back,
				forward: timeline.forward,
				tenBack: own.tenBack,
				tenOn: own.tenOn,
				toStart: timeline.toStart,
				toEnd: timeline.toEnd,
				speed: own.speeds,
				loop: timeline.loop,
				loopStart: timeline.loopStart,
				loopEnd: timeline.loopEnd,
				fitTimeline: `${timeline.region}: ${timeline.fit}`,
			}),
		},
		{
			title: own.viewport,
			actions: named({
				...layers.names,
				legend: layers.fold,
				fitRobot: layers.view,
				orbit: own.orbit,
				zoom: own.zoom,
			}),
		},
		{
			title: own.general,
			actions: named({
				find: texts.finder.title,
				open: catalog.open,
				catalog: catalog.region,
				inspector: inspector.region,
				shortcuts: app.shortcuts,
			}),
		},
	];
}

function isSign(key: string): boolean {
	return key === "?" || key === "+" || key === "=" || key === "-";
}
