import { Maximize } from "lucide-react";
import { useMemo, useRef } from "react";
import { drawnRobot } from "../model/stage.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { IconButton } from "../shell/icon-button.tsx";
import { createSceneFacts } from "../shell/scene-binding.ts";
import { canvasControls } from "../shell/scene-controls.ts";
import { LayerLegend } from "./layer-legend.tsx";
import { ProvenanceStrip } from "./provenance-strip.tsx";
import { StageCanvas } from "./stage-canvas.tsx";
import { StageMessage } from "./stage-message.tsx";
import { StageNotes } from "./stage-notes.tsx";
import { StageStatus } from "./stage-status.tsx";

/** The viewport with what is written over it. */
export function StageRegion() {
	const session = useSession();
	const { stage: texts } = useTexts();
	const stage = useReadable(session.stage);
	const facts = useMemo(createSceneFacts, []);
	const { mapping, reduced, ...sceneFacts } = useReadable(facts);
	const top = useRef<HTMLDivElement>(null);
	const legend = useRef<HTMLFieldSetElement>(null);
	const cover = useMemo(() => ({ top, legend }), []);
	const shown = stage.kind === "replay" || stage.kind === "robot";
	const drawn = drawnRobot(stage) !== null;
	return (
		<div className="stage">
			<StageCanvas facts={facts} cover={cover} />
			{shown ? (
				<div className="stage-top" ref={top}>
					<ProvenanceStrip stage={stage} mapping={mapping} />
					<StageNotes stage={stage} facts={sceneFacts} />
				</div>
			) : (
				<StageMessage stage={stage} />
			)}
			{drawn ? (
				<LayerLegend
					ref={legend}
					hasTarget={stage.kind === "replay" && stage.artifact.arrays.target_pos !== undefined}
				/>
			) : null}
			{drawn ? <StageTools /> : null}
			{drawn && reduced ? (
				<p className="stage-reduced dim" title={texts.reducedHint}>
					{texts.reduced}
				</p>
			) : null}
			<StageStatus />
		</div>
	);
}

function StageTools() {
	const { layers } = useTexts();
	return (
		<div className="stage-tools">
			<IconButton
				label={layers.view}
				action="fitRobot"
				icon={<Maximize size={16} />}
				onPress={() => canvasControls.viewport?.frameCamera()}
			/>
		</div>
	);
}
