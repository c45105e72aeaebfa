/** The design tokens that canvases draw with: CSS colours and font families as the tokens' computed values. */
export interface SceneTheme {
	readonly scheme: "dark" | "light";
	readonly bg: string;
	readonly surface1: string;
	readonly surface2: string;
	readonly surface3: string;
	readonly line: string;
	readonly lineStrong: string;
	readonly ink1: string;
	readonly ink2: string;
	readonly ink3: string;
	readonly accent: string;
	readonly accentInk: string;
	readonly ok: string;
	readonly block: string;
	readonly advice: string;
	readonly recorded: string;
	readonly x: string;
	readonly y: string;
	readonly z: string;
	readonly fontUi: string;
	readonly fontMono: string;
}

/**
 * Reads the tokens by name.
 *
 * @param read gives a custom property's value, such as `(name) => getComputedStyle(root).getPropertyValue(name)`
 *
 * @example
 * const style = getComputedStyle(document.documentElement);
 * const theme = readSceneTheme((name) => style.getPropertyValue(name), style.colorScheme === "light" ? "light" : "dark");
 */
export function readSceneTheme(read: (property: string) => string, scheme: "dark" | "light"): SceneTheme {
	const token = (name: string) => read(`--${name}`).trim();
	return {
		scheme,
		bg: token("bg"),
		surface1: token("surface-1"),
		surface2: token("surface-2"),
		surface3: token("surface-3"),
		line: token("line"),
		lineStrong: token("line-strong"),
		ink1: token("ink-1"),
		ink2: token("ink-2"),
		ink3: token("ink-3"),
		accent: token("accent"),
		accentInk: token("accent-ink"),
		ok: token("ok"),
		block: token("block"),
		advice: token("advice"),
		recorded: token("recorded"),
		x: token("x"),
		y: token("y"),
		z: token("z"),
		fontUi: token("font-ui"),
		fontMono: token("font-mono"),
	};
}
