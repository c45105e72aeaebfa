import type { SceneTheme } from "./scene-theme.ts";

/** The dark theme's tokens, for tests. */
export const darkTheme: SceneTheme = {
	scheme: "dark",
	bg: "#0d1114",
	surface1: "#12181c",
	surface2: "#182025",
	surface3: "#202a30",
	line: "#253038",
	lineStrong: "#364650",
	ink1: "#e8eef0",
	ink2: "#a9b8be",
	ink3: "#74858d",
	accent: "#f2b84b",
	accentInk: "#1d1503",
	ok: "#4cc38a",
	block: "#f0705c",
	advice: "#d9b95b",
	recorded: "#6cb6f5",
	x: "#ee6f6f",
	y: "#7fce6a",
	z: "#6ea8fe",
	fontUi: "sans-serif",
	fontMono: "monospace",
};
