import { createContext, useContext, useLayoutEffect, useState } from "react";
import { readSceneTheme, type SceneTheme } from "../viewport/scene-theme.ts";
import { useCockpit, useReadable } from "./cockpit-context.ts";
import { useMedia } from "./use-media.ts";

/** Carries the canvases' theme through the tree. */
export const SceneThemeContext = createContext<SceneTheme | null>(null);

/** The theme that canvases draw with. */
export function useSceneTheme(): SceneTheme {
	const theme = useContext(SceneThemeContext);
	if (theme === null) throw new Error("a canvas needs a SceneThemeContext around it");
	return theme;
}

/** Puts the chosen theme on the document and reads the tokens that follow from it. */
export function useDocumentTheme(): SceneTheme {
	const { theme } = useReadable(useCockpit().preferences);
	const systemLight = useMedia("(prefers-color-scheme: light)");
	const scheme = theme === "system" ? (systemLight ? "light" : "dark") : theme;
	const [sceneTheme, setSceneTheme] = useState(() => applyTheme(scheme));
	useLayoutEffect(() => setSceneTheme(applyTheme(scheme)), [scheme]);
	return sceneTheme;
}

function applyTheme(scheme: "dark" | "light"): SceneTheme {
	const root = document.documentElement;
	root.dataset["theme"] = scheme;
	const style = getComputedStyle(root);
	return readSceneTheme((name) => style.getPropertyValue(name), scheme);
}
