import { Maximize } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { drawnRobot } from "../model/stage.ts";
import type { Store } from "../model/store.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { IconButton } from "../shell/icon-button.tsx";
import { bindScene, createSceneFacts, type SceneFacts } from "../shell/scene-binding.ts";
import { canvasControls } from "../shell/scene-controls.ts";
import { useSceneTheme } from "../shell/theme.ts";
import { useMedia } from "../shell/use-media.ts";
import { Viewport } from "../viewport/viewport.ts";
import { LayerLegend } from "./layer-legend.tsx";
import { ProvenanceStrip } from "./provenance-strip.tsx";
import { StageMessage } from "./stage-message.tsx";
import { StageNotes } from "./stage-notes.tsx";
import { StageStatus } from "./stage-status.tsx";

/** The viewport with what is written over it. */
export function StageRegion() {
	const session = useSession();
	const { layers } = useTexts();
	const stage = useReadable(session.stage);
	const facts = useMemo(createSceneFacts, []);
	const sceneFacts = useReadable(facts);
	const shown = stage.kind === "replay" || stage.kind === "robot";
	return (
		<div className="stage">
			<StageCanvas facts={facts} idle={drawnRobot(stage) === null} />
			{shown ? (
				<>
					<div className="stage-top">
						<ProvenanceStrip stage={stage} mapping={sceneFacts.mapping} />
						<StageNotes stage={stage} facts={sceneFacts} />
					</div>
					{drawnRobot(stage) === null ? null : (
						<>
							<LayerLegend
								hasTarget={stage.kind === "replay" && stage.artifact.arrays.target_pos !== undefined}
							/>
							<div className="stage-tools">
								<IconButton
									label={layers.view}
									action="fitRobot"
									icon={<Maximize size={16} />}
									onPress={() => canvasControls.viewport?.frameCamera()}
								/>
							</div>
						</>
					)}
				</>
			) : (
				<StageMessage stage={stage} />
			)}
			<StageStatus />
		</div>
	);
}

function StageCanvas({ facts, idle }: { readonly facts: Store<SceneFacts>; readonly idle: boolean }) {
	const session = useSession();
	const texts = useTexts();
	const theme = useSceneTheme();
	const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
	const canvas = useRef<HTMLCanvasElement>(null);
	const viewport = useRef<Viewport>(null);
	const robot = drawnRobot(useReadable(session.stage));
	// The first theme only starts the viewport; later ones are handed on below.
	const initial = useRef({ theme, reducedMotion });
	useEffect(() => {
		const element = canvas.current;
		if (element === null) return;
		const created = new Viewport(element, {
			...initial.current,
			onContextChange: (state) => facts.update((known) => ({ ...known, contextLost: state === "lost" })),
		});
		viewport.current = created;
		canvasControls.viewport = created;
		const unbind = bindScene(created, session, facts);
		const observer = new ResizeObserver(() => created.resize());
		observer.observe(element);
		return () => {
			observer.disconnect();
			unbind();
			canvasControls.viewport = null;
			viewport.current = null;
			created.dispose();
		};
	}, [session, facts]);
	useEffect(() => viewport.current?.setTheme(theme), [theme]);
	useEffect(() => viewport.current?.setReducedMotion(reducedMotion), [reducedMotion]);
	return (
		<canvas
			ref={canvas}
			className={idle ? "stage-canvas idle" : "stage-canvas"}
			role="img"
			tabIndex={idle ? -1 : 0}
			aria-label={texts.stage.canvas(robot?.summary.label ?? "—")}
		/>
	);
}
