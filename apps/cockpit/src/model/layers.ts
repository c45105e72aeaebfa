import type { SceneLayers } from "../viewport/scene-layers.ts";

/** Layers an operator can switch, in the order of the legend. */
export const layerIds = ["robot", "target", "limits", "skeleton", "collisions", "axes", "grid"] as const;

/** A layer an operator can switch. */
export type LayerId = (typeof layerIds)[number];

/** Layers shown when nothing else was asked for. */
export const defaultLayers: readonly LayerId[] = ["robot", "target", "limits", "grid"];

/** Whether `text` names a layer. */
export function isLayerId(text: string): text is LayerId {
	return layerIds.some((id) => id === text);
}

/** The set with one layer switched, in the legend's order, so that equal sets make equal addresses. */
export function toggleLayer(shown: readonly LayerId[], id: LayerId): readonly LayerId[] {
	return layerIds.filter((layer) => (layer === id) !== shown.includes(layer));
}

/** The set as the address carries it: null where it is the default. */
export function layersForRoute(shown: readonly LayerId[]): readonly LayerId[] | null {
	return shown.length === defaultLayers.length && defaultLayers.every((id) => shown.includes(id))
		? null
		: shown;
}

/** The set as the viewport takes it. */
export function toSceneLayers(shown: readonly LayerId[]): Partial<SceneLayers> {
	return Object.fromEntries(layerIds.map((id) => [id, shown.includes(id)]));
}
