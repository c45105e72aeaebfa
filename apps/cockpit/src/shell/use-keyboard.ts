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
		window.addEventListener("keydown", onKeyDown);
		return () => window.removeEventListener("keydown", onKeyDown);
	}, []);
}

function isTaken(event: KeyboardEvent): boolean {
	const { target, key } = event;
	if (!(target instanceof Element)) return false;
	if (
		target.closest(
			"input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]",
		)
	)
		return true;
	if (key === " ") return target.closest("button, a, [role=tab], [role=button], summary") !== null;
	const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
	return moves && target.closest("[role=tab], [role=radio], [role=radiogroup]") !== null;
}
