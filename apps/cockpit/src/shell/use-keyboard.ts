import { useEffect, useRef } from "react";
import { matchShortcut, type Shortcut } from "./shortcuts.ts";

/** Sends shortcuts to `run` unless a text field, a menu, a dialog or a focused control wants the key for itself. */
export function useKeyboard(run: (shortcut: Shortcut, event: KeyboardEvent) => void): void {
	const latest = useRef(run);
	useEffect(() => {
		latest.current = run;
	}, [run]);
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			const shortcut = event.defaultPrevented ? null : matchShortcut(event);
			if (shortcut === null || isTaken(event)) return;
			event.preventDefault();
			latest.current(shortcut, event);
		};
		// A selected tab swallows Space without using it, so the key is met on its way down.
		const onSelectedTab = (event: KeyboardEvent) => {
			if (event.key !== " " || !within(event, "[role=tab][aria-selected=true]")) return;
			event.stopPropagation();
			onKeyDown(event);
		};
		window.addEventListener("keydown", onKeyDown);
		window.addEventListener("keydown", onSelectedTab, true);
		return () => {
			window.removeEventListener("keydown", onKeyDown);
			window.removeEventListener("keydown", onSelectedTab, true);
		};
	}, []);
}

function isTaken(event: KeyboardEvent): boolean {
	const { key } = event;
	if (
		within(
			event,
			"input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]",
		)
	)
		return true;
	if (key === " ") return within(event, "button, [role=tab][aria-selected=false], [role=button], summary");
	const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
	return moves && within(event, "[role=tab], [role=radio], [role=radiogroup]");
}

function within({ target }: KeyboardEvent, selector: string): boolean {
	return target instanceof Element && target.closest(selector) !== null;
}
