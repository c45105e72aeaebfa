import { FileDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "./cockpit-context.ts";
import { useOpenFile } from "./use-open-file.ts";

/** Takes files dropped anywhere in the window, and shows so while one hovers. */
export function DropTarget() {
	const openFile = useOpenFile();
	const { drop } = useTexts();
	const [hovering, setHovering] = useState(false);
	useEffect(() => {
		const listeners = dropListeners(setHovering, openFile);
		for (const [type, listener] of listeners) window.addEventListener(type, listener);
		return () => {
			for (const [type, listener] of listeners) window.removeEventListener(type, listener);
		};
	}, [openFile]);
	if (!hovering) return null;
	return (
		<div className="drop-overlay">
			<FileDown size={32} />
			<strong>{drop.title}</strong>
			<span className="dim">{drop.text}</span>
		</div>
	);
}

type DragListener = readonly ["dragenter" | "dragover" | "dragleave" | "drop", (event: DragEvent) => void];

function dropListeners(
	setHovering: (hovering: boolean) => void,
	openFile: (file: File) => void,
): readonly DragListener[] {
	const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
	const onOver = (event: DragEvent) => {
		if (!hasFiles(event)) return;
		event.preventDefault();
		setHovering(true);
	};
	const onLeave = (event: DragEvent) => {
		if (event.relatedTarget === null) setHovering(false);
	};
	const onDrop = (event: DragEvent) => {
		setHovering(false);
		const [file] = event.dataTransfer?.files ?? [];
		if (file === undefined) return;
		event.preventDefault();
		openFile(file);
	};
	return [
		["dragenter", onOver],
		["dragover", onOver],
		["dragleave", onLeave],
		["drop", onDrop],
	];
}
