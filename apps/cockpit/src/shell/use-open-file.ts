import { useCallback } from "react";
import { useSession } from "./cockpit-context.ts";

/** The function that starts the admission of a file. */
export function useOpenFile(): (file: File) => void {
	const session = useSession();
	return useCallback((file) => void session.admission.open(file), [session]);
}
