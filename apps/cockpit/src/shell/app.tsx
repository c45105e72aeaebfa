import { type ReactNode, useEffect, useState } from "react";
import { AdmissionDialog } from "../panels/admission-dialog.tsx";
import { CatalogPanel } from "../panels/catalog-panel.tsx";
import { FinderDialog } from "../panels/finder-dialog.tsx";
import { Inspector } from "../panels/inspector.tsx";
import { ShortcutSheet } from "../panels/shortcut-sheet.tsx";
import { StageRegion } from "../panels/stage-region.tsx";
import { TimelineRegion } from "../panels/timeline-region.tsx";
import { TopBar } from "../panels/top-bar.tsx";
import { type Cockpit, CockpitContext, useLanguage, useTexts } from "./cockpit-context.ts";
import { DropTarget } from "./drop-target.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FilePicker, openFilePicker } from "./file-picker.tsx";
import { SidePanel } from "./side-panel.tsx";
import { SceneThemeContext, useDocumentTheme } from "./theme.ts";
import { useActions } from "./use-actions.ts";
import { useLegendFold } from "./use-legend-fold.ts";
import { useMedia } from "./use-media.ts";

/** The whole cockpit. */
export function App({ cockpit }: { readonly cockpit: Cockpit }) {
	return (
		<CockpitContext value={cockpit}>
			<Layout />
		</CockpitContext>
	);
}

/** Side panels that are open; only a narrow window closes them. */
export type OpenPanel = "catalog" | "inspector" | null;

function Layout() {
	const texts = useTexts();
	const language = useLanguage();
	const sceneTheme = useDocumentTheme();
	const narrow = useMedia("(max-width: 1099px)");
	const [panel, setPanel] = useState<OpenPanel>(null);
	const [sheet, setSheet] = useState(false);
	const [finder, setFinder] = useState(false);
	const togglePanel = (which: "catalog" | "inspector") => setPanel(panel === which ? null : which);
	const { toggle: foldLegend } = useLegendFold();
	useActions({
		openFile: openFilePicker,
		togglePanel,
		showSheet: () => setSheet(true),
		showFinder: () => setFinder(true),
		foldLegend,
	});
	useEffect(() => {
		document.documentElement.lang = language;
	}, [language]);
	return (
		<SceneThemeContext value={sceneTheme}>
			<div className={narrow ? "cockpit narrow" : "cockpit"}>
				<a className="skip-link" href="#viewport">
					{texts.app.skipToViewport}
				</a>
				<TopBar onShortcuts={() => setSheet(true)} onFind={() => setFinder(true)} />
				<Region className="region-list" as="aside" name={texts.catalog.region}>
					<SidePanel which="catalog" narrow={narrow} open={panel} onToggle={togglePanel}>
						<CatalogPanel onChoose={() => setPanel(null)} />
					</SidePanel>
				</Region>
				<Region className="region-view" as="main" name={texts.stage.region} id="viewport">
					<StageRegion />
				</Region>
				<Region className="region-side" as="aside" name={texts.inspector.region}>
					<SidePanel which="inspector" narrow={narrow} open={panel} onToggle={togglePanel}>
						<Inspector />
					</SidePanel>
				</Region>
				<Region className="region-time" as="footer" name={texts.timeline.region}>
					<TimelineRegion />
				</Region>
			</div>
			<AdmissionDialog />
			<FinderDialog isOpen={finder} onClose={() => setFinder(false)} />
			<ShortcutSheet isOpen={sheet} onClose={() => setSheet(false)} />
			<DropTarget />
			<FilePicker />
		</SceneThemeContext>
	);
}

interface RegionProps {
	readonly className: string;
	readonly as: "aside" | "main" | "footer";
	readonly name: string;
	readonly id?: string;
	readonly children: ReactNode;
}

function Region({ className, as: Element, name, id, children }: RegionProps) {
	const { boundary, app } = useTexts();
	return (
		<Element className={className} aria-label={name} {...(id === undefined ? {} : { id, tabIndex: -1 })}>
			<ErrorBoundary title={boundary.title(name)} text={boundary.text} retry={app.retry}>
				{children}
			</ErrorBoundary>
		</Element>
	);
}
