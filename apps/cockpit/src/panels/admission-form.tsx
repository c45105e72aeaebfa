import { useState } from "react";
import { Button, Input, Label, Text, TextField } from "react-aria-components";
import { type AdmissionState, type Candidate, classOnImport } from "../model/admission.ts";
import { ClassBadge } from "../shell/class-badge.tsx";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { formatBytes } from "../shell/format.ts";
import { FindingList } from "./finding-list.tsx";
import { Verdict } from "./verdict.tsx";

interface Props {
	readonly state: Extract<AdmissionState, { phase: "reported" | "accepting" }>;
	readonly onClose: () => void;
}

/** The report of a file that may be accepted, what it is, and the accept itself. */
export function AdmissionForm({ state: { phase, candidate }, onClose }: Props) {
	const session = useSession();
	const { admission: texts, app, catalog, inspector } = useTexts();
	const { metadata } = candidate.artifact;
	const [label, setLabel] = useState(metadata.source_label ?? "");
	const known = useRobotKnown(metadata.robot_id);
	const { diagnostics } = candidate.report;
	const clean = diagnostics.length === 0;
	const accepting = phase === "accepting";
	return (
		<>
			<div className="dialog-body">
				<Verdict
					kind={clean && known ? "ok" : "advisory"}
					title={known ? (clean ? texts.passed : texts.passedAdvisory) : texts.waitsForRobot}
					text={`${clean ? `${inspector.report.validText} ` : ""}${catalog.dropPrivacy}.`}
				/>
				<CandidateFacts candidate={candidate} known={known} />
				{clean ? null : <FindingList diagnostics={diagnostics} />}
				<TextField className="field" value={label} onChange={setLabel} maxLength={128} isDisabled={accepting}>
					<Label>{texts.label}</Label>
					<Input />
					<Text slot="description" elementType="small">
						{texts.labelHint}
					</Text>
				</TextField>
			</div>
			<div className="dialog-foot">
				<span className="reason">{known ? "" : texts.robotUnknownReason(metadata.robot_id)}</span>
				<Button className="button" onPress={onClose}>
					{app.cancel}
				</Button>
				<Button className="button" isDisabled={accepting} onPress={() => void session.preview()}>
					{texts.preview}
				</Button>
				<Button
					className="button primary"
					isDisabled={accepting || !known}
					onPress={() => void session.admission.accept(label)}
				>
					{accepting ? texts.accepting : texts.accept}
				</Button>
			</div>
		</>
	);
}

/** Whether the store has the robot; an unread catalog is given the benefit of the doubt, for the host decides anyway. */
function useRobotKnown(id: string): boolean {
	const { status, robots } = useReadable(useSession().catalog.state);
	return status !== "ready" || robots.some((robot) => robot.robot_id === id);
}

function CandidateFacts({ candidate, known }: { readonly candidate: Candidate; readonly known: boolean }) {
	const { admission: texts, timeline, number } = useTexts();
	const { arrays, metadata } = candidate.artifact;
	const { data: t } = arrays.t;
	const stored = classOnImport(candidate.artifact);
	const duration = t.length === 0 ? 0 : t[t.length - 1] - t[0];
	return (
		<dl className="facts">
			<dt>{texts.robot}</dt>
			<dd>
				{metadata.robot_id} <span className="dim">· {known ? texts.robotKnown : texts.robotUnknown}</span>
			</dd>
			<dt>{texts.joints}</dt>
			<dd>
				<span className="mono">{arrays.joint_name.data.length}</span>{" "}
				<span className="mono dim">{arrays.joint_name.data.join(", ")}</span>
			</dd>
			<dt>{texts.frames}</dt>
			<dd className="mono">{t.length}</dd>
			<dt>{texts.duration}</dt>
			<dd className="mono">{timeline.seconds(number(duration, 2))}</dd>
			<dt>{texts.declaredClass}</dt>
			<dd>{metadata.artifact_class ?? "—"}</dd>
			<dt>{texts.storedAs}</dt>
			<dd>
				<ClassBadge classification={stored} />{" "}
				{stored === "imported" ? <span className="dim">· {texts.claimOnly}</span> : null}
			</dd>
			<dt>{texts.size}</dt>
			<dd className="mono">
				{formatBytes(candidate.file.size, number)} · {candidate.encoding}
			</dd>
			<dt>{texts.digest}</dt>
			<dd className="mono">{candidate.contentDigest}</dd>
		</dl>
	);
}
