import { useEffect, useMemo, useRef } from "react";
import { type JointRow, jointRows, type LimitState, limitState, rangePart } from "../model/joint-rows.ts";
import { drawnRobot, type ReplayStage } from "../model/stage.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { formatValue } from "../shell/format.ts";

const glyphs: Readonly<Record<LimitState, string>> = {
	inside: "",
	near: "!",
	below: "✕",
	above: "✕",
	unbounded: "",
};

/** Every joint with its position now and its margin to the limits, those that ever come closest first. */
export function JointsTab({ stage }: { readonly stage: ReplayStage }) {
	const { joints: texts } = useTexts().inspector;
	const selected = useReadable(useSession().selectedJoint);
	const { frameIndex } = useReadable(stage.playback);
	const { artifact } = stage;
	const model = drawnRobot(stage)?.model ?? null;
	const rows = useMemo(() => jointRows(artifact, model), [artifact, model]);
	const { data: qj } = artifact.arrays.qj;
	return (
		<>
			<h3 className="section-title">{model === null ? texts.noLimits : texts.order}</h3>
			<ul className="mono">
				{rows.map((row) => (
					<JointMargin
						key={row.column}
						row={row}
						q={qj[frameIndex * rows.length + row.column]}
						selected={row.name === selected}
					/>
				))}
			</ul>
		</>
	);
}

interface JointMarginProps {
	readonly row: JointRow;
	readonly q: number;
	readonly selected: boolean;
}

function JointMargin({ row, q, selected }: JointMarginProps) {
	const item = useRef<HTMLLIElement>(null);
	useEffect(() => {
		if (selected) item.current?.scrollIntoView({ block: "nearest" });
	}, [selected]);
	const { joints: texts } = useTexts().inspector;
	const state = limitState(q, row.limit);
	const beyond = state === "below" || state === "above";
	const unit = texts.units[row.unit];
	const range =
		row.limit === null
			? ""
			: `, ${texts.limit(formatValue(row.limit.lower, 3), formatValue(row.limit.upper, 3), unit)}`;
	const words = `${texts.states[state]}${range}`;
	return (
		<li
			ref={item}
			className={beyond ? "joint-row hot" : "joint-row"}
			title={words}
			{...(selected ? { "aria-current": "true" } : {})}
		>
			<span className="glyph" aria-hidden="true">
				{glyphs[state]}
			</span>
			<span className="name">{row.name}</span>
			<span className="value">
				{formatValue(q, 4)} <span className="dim">{unit}</span>
			</span>
			<span className={row.limit === null ? "margin unbounded" : "margin"}>
				{row.limit === null || Number.isNaN(q) ? null : (
					<i style={{ left: `${rangePart(q, row.limit) * 100}%` }} />
				)}
			</span>
			<span className="visually-hidden">{words}</span>
		</li>
	);
}
