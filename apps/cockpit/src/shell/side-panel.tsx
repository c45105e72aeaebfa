import { Library, ScanSearch } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "./cockpit-context.ts";
import { IconButton } from "./icon-button.tsx";

interface Props {
	readonly which: "catalog" | "inspector";
	readonly narrow: boolean;
	readonly open: "catalog" | "inspector" | null;
	readonly onToggle: (which: "catalog" | "inspector") => void;
	readonly children: ReactNode;
}

/** A side panel: always there in a wide window; an icon that opens it over the viewport in a narrow one. */
export function SidePanel({ which, narrow, open, onToggle, children }: Props) {
	const texts = useTexts();
	if (!narrow) return <div className="panel-sheet">{children}</div>;
	const name = texts[which].region;
	const isOpen = open === which;
	return (
		<>
			<div className="rail">
				<IconButton
					label={isOpen ? texts.app.hidePanel(name) : texts.app.showPanel(name)}
					action={which}
					icon={which === "catalog" ? <Library size={18} /> : <ScanSearch size={18} />}
					onPress={() => onToggle(which)}
				/>
			</div>
			{isOpen ? <div className="panel-sheet">{children}</div> : null}
		</>
	);
}
