import { Check, ChevronDown } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { ReplayStage, RobotStage, StageRobot } from "../model/stage.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import type { SceneFacts } from "../shell/scene-binding.ts";
import { FaultNote } from "./fault-note.tsx";

interface Props {
	readonly stage: ReplayStage | RobotStage;
	readonly facts: Pick<SceneFacts, "drawing" | "contextLost">;
}

/** What is partly missing in the picture, and what to do about it. */
export function StageNotes({ stage, facts }: Props) {
	const session = useSession();
	const { stage: texts, admission } = useTexts();
	const { drawing, contextLost } = facts;
	const missing = drawing?.missingMeshes ?? [];
	return (
		<div className="stage-notes">
			{stage.kind === "replay" && stage.id === null ? (
				<div className="stage-note floating preview">
					<span>{admission.previewing}</span>
					<Button className="button" onPress={() => session.admission.setAside(false)}>
						{admission.resume}
					</Button>
				</div>
			) : null}
			{contextLost ? (
				<p className="stage-note floating" role="alert">
					{texts.contextLost}
				</p>
			) : null}
			{drawing?.drawn === "skeleton" ? <p className="stage-note floating">{texts.skeletonOnly}</p> : null}
			{missing.length > 0 ? (
				<details className="stage-note floating">
					<summary>{texts.meshesMissing(missing.length)}</summary>
					<ul>
						{missing.map(({ reference, reason }) => (
							<li key={reference} className="mono dim">
								{reference} · {reason}
							</li>
						))}
					</ul>
				</details>
			) : null}
			<RobotNote stage={stage} robot={stage.robot} />
		</div>
	);
}

function RobotNote({ stage, robot }: { readonly stage: Props["stage"]; readonly robot: StageRobot }) {
	const { stage: texts } = useTexts();
	if (robot.state === "ready")
		return stage.kind === "replay" && stage.chosen ? (
			<ModelMenu current={robot.robot.summary.robot_id} />
		) : null;
	const robotId = stage.kind === "replay" ? stage.artifact.metadata.robot_id : stage.id;
	return (
		<div className="stage-note floating" role="status">
			{robot.state === "unknown" ? (
				<>
					<strong>{texts.robotUnknownTitle(robotId)}</strong>
					<p className="dim">{texts.robotUnknownText}</p>
				</>
			) : null}
			{robot.state === "no-model" ? (
				<>
					<strong>{texts.robotNoModelTitle(robotId)}</strong>
					{robot.detail.model_error === null ? (
						<p className="dim">{texts.robotNoModelMissing}</p>
					) : (
						<p className="mono dim">
							{robot.detail.model_error.code}: {robot.detail.model_error.message}
						</p>
					)}
				</>
			) : null}
			{robot.state === "failed" ? (
				<>
					<strong>{texts.robotFailedTitle}</strong>
					<FaultNote fault={robot.fault} />
				</>
			) : null}
			{stage.kind === "replay" ? <ModelMenu current={null} /> : null}
		</div>
	);
}

/** Lets the operator choose what a replay is drawn on; nothing is ever chosen for them. */
function ModelMenu({ current }: { readonly current: string | null }) {
	const session = useSession();
	const { stage: texts } = useTexts();
	const { robots } = useReadable(session.catalog.state);
	const ready = robots.filter((robot) => robot.model_status === "ready");
	return (
		<MenuTrigger>
			<Button className="button" isDisabled={ready.length === 0}>
				{texts.chooseModel}
				<ChevronDown size={14} aria-hidden="true" />
			</Button>
			<Popover className="popover" placement="bottom start">
				<Menu
					className="menu"
					aria-label={`${texts.chooseModel}. ${texts.chooseModelHint}`}
					selectionMode="single"
					selectedKeys={current === null ? [] : [current]}
					onAction={(key) => void session.chooseModel(String(key))}
				>
					{ready.map(({ robot_id: id, label }) => (
						<MenuItem key={id} id={id} className="menu-item" textValue={label}>
							<span className="tick">
								<Check size={14} />
							</span>
							{label}
							<span className="dim">{id}</span>
						</MenuItem>
					))}
				</Menu>
			</Popover>
		</MenuTrigger>
	);
}
