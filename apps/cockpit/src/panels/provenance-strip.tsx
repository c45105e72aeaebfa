import { classOnImport } from "../model/admission.ts";
import type { ModelMatch, ReplayStage, RobotStage } from "../model/stage.ts";
import { ClassBadge } from "../shell/class-badge.tsx";
import { useTexts } from "../shell/cockpit-context.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { FindingCount } from "../shell/finding-count.tsx";
import { shortDigest } from "../shell/format.ts";
import type { JointMapping } from "../viewport/robot-pose.ts";

interface Props {
	readonly stage: ReplayStage | RobotStage;
	readonly mapping: JointMapping | null;
}

/** Where the picture comes from: always visible, never edited here. */
export function ProvenanceStrip({ stage, mapping }: Props) {
	const { provenance: texts } = useTexts();
	return (
		<section className="provenance floating" aria-label={texts.region}>
			{stage.kind === "replay" ? (
				<ReplayProvenance stage={stage} mapping={mapping} />
			) : (
				<RobotProvenance stage={stage} />
			)}
		</section>
	);
}

function RobotProvenance({ stage }: { readonly stage: RobotStage }) {
	const { stage: texts } = useTexts();
	return (
		<>
			<strong>{stage.id}</strong>
			<span className="separator" />
			<span className="dim">{texts.neutral}</span>
		</>
	);
}

function ReplayProvenance({
	stage,
	mapping,
}: {
	readonly stage: ReplayStage;
	readonly mapping: JointMapping | null;
}) {
	const { provenance: texts, admission, inspector } = useTexts();
	const advisories = stage.diagnostics.filter(({ severity }) => severity === "advisory").length;
	const blocking = stage.diagnostics.length - advisories;
	const receipts = stage.detail?.receipts.length ?? 0;
	const unmapped = mapping?.replayOnly ?? [];
	return (
		<>
			<ClassBadge classification={stage.detail?.classification ?? classOnImport(stage.artifact)} />
			{stage.detail === null ? <span className="dim">{admission.notSent}</span> : null}
			<span>{stage.artifact.metadata.robot_id}</span>
			<Match stage={stage} match={stage.match} />
			<span className="digest">
				<span className="mono dim" title={stage.contentDigest}>
					{shortDigest(stage.contentDigest)}
				</span>
				<CopyButton label={texts.copyDigest} text={() => stage.contentDigest} />
			</span>
			<FindingCount severity="blocking" count={blocking} />
			<FindingCount severity="advisory" count={advisories} />
			{unmapped.length > 0 ? (
				<span className="advice" title={unmapped.join(", ")}>
					▲ {texts.unmapped(unmapped.length)}
				</span>
			) : null}
			{stage.detail?.classification === "physical-feedback-verified" ? (
				<span className="end">{texts.receipts(receipts)}</span>
			) : (
				<span className="end" title={inspector.proof.notVerified}>
					{texts.notVerified}
				</span>
			)}
		</>
	);
}

function Match({ stage, match }: { readonly stage: ReplayStage; readonly match: ModelMatch }) {
	const { provenance: texts } = useTexts();
	const chosen = stage.chosen && stage.robot.state === "ready" ? stage.robot.robot.summary.label : null;
	return (
		<>
			<span className={match === "differs" ? "model-differs" : "dim"} title={texts.modelHint[match]}>
				{match === "matches" ? "= " : match === "differs" ? "≠ " : ""}
				{texts.model[match]}
			</span>
			{chosen === null ? null : <span className="model-chosen">{texts.chosen(chosen)}</span>}
		</>
	);
}
