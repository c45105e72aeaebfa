import { createContext, useContext, useSyncExternalStore } from "react";
import type { Messages } from "../i18n/en.ts";
import { messages } from "../i18n/texts.ts";
import { effectiveLanguage, type Language, type Preferences } from "../model/preferences.ts";
import type { Session } from "../model/session.ts";
import type { Readable, Store } from "../model/store.ts";

/** What every panel can reach. */
export interface Cockpit {
	readonly session: Session;
	readonly preferences: Store<Preferences>;
}

/** Carries the {@link Cockpit} through the tree. */
export const CockpitContext = createContext<Cockpit | null>(null);

/** The cockpit around a component. */
export function useCockpit(): Cockpit {
	const cockpit = useContext(CockpitContext);
	if (cockpit === null) throw new Error("a panel needs a CockpitContext around it");
	return cockpit;
}

/** The session around a component. */
export function useSession(): Session {
	return useCockpit().session;
}

/** A store's value; the component follows its changes. */
export function useReadable<T>(readable: Readable<T>): T {
	return useSyncExternalStore(readable.subscribe, readable.get);
}

/** The language in use. */
export function useLanguage(): Language {
	const { language } = useReadable(useCockpit().preferences);
	return effectiveLanguage(language, navigator.languages);
}

/** The texts in the language in use. */
export function useTexts(): Messages {
	return messages[useLanguage()];
}
