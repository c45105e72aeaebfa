import { useEffect, useMemo, useRef, useState } from "react";
import { frameId } from "../model/frame-facts.ts";
import { drawnRobot, type ReplayStage } from "../model/stage.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { runFrameLoop } from "../shell/frame-loop.ts";
import { canvasControls } from "../shell/scene-controls.ts";
import { useSceneTheme } from "../shell/theme.ts";
import { useMedia } from "../shell/use-media.ts";
import { positionLimitsOf } from "../timeline/position-limits.ts";
import { buildTimelineModel } from "../timeline/timeline-model.ts";
import { type TimelineHit, TimelineView } from "../timeline/timeline-view.ts";
import { Transport } from "./transport.tsx";

/** Heights of the tracks, CSS pixels: room for every row where there is some, never so much that the robot has none. */
const defaultHeight = 118;
const maxHeight = 168;

/** Transport and timeline; always there. */
export function TimelineRegion() {
	const stage = useReadable(useSession().stage);
	const { timeline: texts } = useTexts();
	const replay = stage.kind === "replay" ? stage : null;
	const [height, setHeight] = useState(defaultHeight);
	return (
		<>
			<Transport stage={replay} />
			<div
				className="tracks"
				style={{ height: `min(${replay === null ? defaultHeight : height}px, max(64px, 24vh))` }}
			>
				{replay === null ? (
					<div className="tracks-empty">{texts.nothing}</div>
				) : (
					<Tracks stage={replay} onHeight={setHeight} />
				)}
			</div>
		</>
	);
}

interface TracksProps {
	readonly stage: ReplayStage;
	readonly onHeight: (height: number) => void;
}

function Tracks({ stage, onHeight }: TracksProps) {
	const [hover, setHover] = useState<TimelineHit | null>(null);
	return (
		<>
			<TimeSlider stage={stage}>
				<TimelineCanvas stage={stage} onHover={setHover} onHeight={onHeight} />
			</TimeSlider>
			{hover === null ? null : <HoverFrame stage={stage} hit={hover} />}
		</>
	);
}

/** The frame and the span under the pointer, beside the time that the canvas writes there. */
function HoverFrame({
	stage,
	hit: { frame, span, x },
}: {
	readonly stage: ReplayStage;
	readonly hit: TimelineHit;
}) {
	const { timeline: texts, number } = useTexts();
	const what =
		span === null
			? ""
			: span.track === "gap"
				? texts.gap(number((span.endNs - span.startNs) / 1e9, 1))
				: span.track === "verification"
					? (texts.verification[span.label] ?? span.label)
					: span.label;
	return (
		<div
			className={x > window.innerWidth / 2 ? "hover-frame mono before" : "hover-frame mono"}
			style={{ left: `${x}px` }}
			aria-hidden="true"
		>
			{what === "" ? frameId(stage.artifact, frame) : `${frameId(stage.artifact, frame)} · ${what}`}
		</div>
	);
}

/** What a screen reader and the keyboard get of the timeline; the keys themselves are the cockpit's own everywhere. */
function TimeSlider({
	stage,
	children,
}: {
	readonly stage: ReplayStage;
	readonly children: React.ReactNode;
}) {
	const { timeline: texts, number } = useTexts();
	const { timeNs, frameIndex } = useReadable(stage.playback);
	const { durationNs } = stage.clock;
	const now = texts.seconds(number(timeNs / 1e9, 3));
	return (
		<div
			className="tracks-slider"
			role="slider"
			tabIndex={0}
			aria-label={texts.slider}
			aria-valuemin={0}
			aria-valuemax={durationNs / 1e9}
			aria-valuenow={timeNs / 1e9}
			aria-valuetext={texts.valueText(
				now,
				texts.seconds(number(durationNs / 1e9, 3)),
				frameId(stage.artifact, frameIndex),
			)}
		>
			{children}
		</div>
	);
}

interface TimelineCanvasProps {
	readonly stage: ReplayStage;
	readonly onHover: (hit: TimelineHit | null) => void;
	readonly onHeight: (height: number) => void;
}

function TimelineCanvas({ stage, onHover, onHeight }: TimelineCanvasProps) {
	const { timeline: texts, number } = useTexts();
	const theme = useSceneTheme();
	const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
	const canvas = useRef<HTMLCanvasElement>(null);
	const view = useRef<TimelineView>(null);
	const { clock, artifact } = stage;
	const model = drawnRobot(stage)?.model ?? null;
	const timeline = useMemo(
		() => buildTimelineModel(artifact, model === null ? {} : { positionLimits: positionLimitsOf(model) }),
		[artifact, model],
	);
	// What the view is made with; later themes and languages are handed on below or make a new view.
	const initial = useRef({ theme, reducedMotion });
	useEffect(() => {
		const element = canvas.current;
		if (element === null) return;
		const created = new TimelineView(element, {
			...initial.current,
			labels: texts.tracks,
			formatLabel: (track, label) =>
				track === "verification" ? (texts.verification[label] ?? label) : label,
			formatGap: (seconds) => texts.gap(number(seconds, 1)),
			onSeek: (timeNs) => clock.seek(timeNs),
			onHover,
		});
		view.current = created;
		canvasControls.fitTimeline = () => created.fit();
		const showTime = () => {
			created.setTime(clock.timeNs);
			created.setLoopRange(clock.loop ? clock.loopRange : null);
		};
		created.setReplay(timeline);
		showTime();
		onHeight(Math.min(Math.max(created.contentHeight, defaultHeight), maxHeight));
		const unsubscribe = clock.subscribe(showTime);
		const stopLoop = runFrameLoop(clock);
		const observer = new ResizeObserver(() => created.resize());
		observer.observe(element);
		return () => {
			observer.disconnect();
			stopLoop();
			unsubscribe();
			canvasControls.fitTimeline = null;
			view.current = null;
			created.dispose();
		};
	}, [clock, timeline, texts, number, onHover, onHeight]);
	useEffect(() => view.current?.setTheme(theme), [theme]);
	useEffect(() => view.current?.setReducedMotion(reducedMotion), [reducedMotion]);
	return <canvas ref={canvas} className="tracks-canvas" />;
}
