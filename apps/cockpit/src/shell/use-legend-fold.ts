import { useCallback } from "react";
import { useCockpit, useReadable } from "./cockpit-context.ts";
import { useMedia } from "./use-media.ts";

/** Whether the legend is folded up: as the operator left it, else as the window has room for it. */
export function useLegendFold(): { readonly folded: boolean; readonly toggle: () => void } {
	const { preferences } = useCockpit();
	const { legendFolded } = useReadable(preferences);
	const low = useMedia("(max-height: 599px)");
	const folded = legendFolded ?? low;
	const toggle = useCallback(
		() => preferences.update((known) => ({ ...known, legendFolded: !folded })),
		[preferences, folded],
	);
	return { folded, toggle };
}
