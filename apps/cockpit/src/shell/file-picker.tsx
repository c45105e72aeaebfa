import { useTexts } from "./cockpit-context.ts";
import { useOpenFile } from "./use-open-file.ts";

const inputId = "file-picker";

/** Opens the browser's file dialog; must be called from a press or a key. */
export function openFilePicker(): void {
	document.getElementById(inputId)?.click();
}

/** The input behind {@link openFilePicker}. */
export function FilePicker() {
	const openFile = useOpenFile();
	const { catalog } = useTexts();
	return (
		<input
			id={inputId}
			type="file"
			hidden
			accept=".npz,.json,.msgpack,application/json"
			aria-label={catalog.open}
			onChange={({ currentTarget }) => {
				const [file] = currentTarget.files ?? [];
				currentTarget.value = "";
				if (file !== undefined) openFile(file);
			}}
		/>
	);
}
