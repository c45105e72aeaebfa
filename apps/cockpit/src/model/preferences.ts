import { createStore, type Store } from "./store.ts";

/** Languages of the cockpit. */
export const languages = ["en", "ru"] as const;
/** A language of the cockpit. */
export type Language = (typeof languages)[number];

/** Themes an operator may choose. */
export const themes = ["system", "dark", "light"] as const;
/** A theme an operator may choose. */
export type Theme = (typeof themes)[number];

/** What an operator set for this browser. */
export interface Preferences {
	/** Null: as the browser asks. */
	readonly language: Language | null;
	readonly theme: Theme;
	/** Whether the legend of layers is folded up; null: as there is room. */
	readonly legendFolded: boolean | null;
}

const storageKey = "hindcast.preferences.1";

/** Preferences that outlive the page where the browser lets them; a blocked or damaged storage means the defaults. */
export function createPreferences(storage: Pick<Storage, "getItem" | "setItem"> | null): Store<Preferences> {
	const store = createStore(read(storage));
	store.subscribe(() => {
		try {
			storage?.setItem(storageKey, JSON.stringify(store.get()));
		} catch {
			// A full or blocked storage loses the setting on reload, nothing else.
		}
	});
	return store;
}

/** The language to use: the one set, else the first of the browser's that we have, else English. */
export function effectiveLanguage(set: Language | null, browserLanguages: readonly string[]): Language {
	if (set !== null) return set;
	for (const tag of browserLanguages) {
		const found = languages.find((language) => tag.toLowerCase().split("-")[0] === language);
		if (found !== undefined) return found;
	}
	return "en";
}

function read(storage: Pick<Storage, "getItem"> | null): Preferences {
	try {
		const value = Object(JSON.parse(storage?.getItem(storageKey) ?? "null"));
		return {
			language: languages.find((language) => language === value.language) ?? null,
			theme: themes.find((theme) => theme === value.theme) ?? "system",
			legendFolded: typeof value.legendFolded === "boolean" ? value.legendFolded : null,
		};
	} catch {
		return { language: null, theme: "system", legendFolded: null };
	}
}
