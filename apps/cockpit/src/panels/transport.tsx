import {
	Check,
	ChevronDown,
	Pause,
	Play,
	Repeat,
	RotateCcw,
	SkipBack,
	SkipForward,
	StepBack,
	StepForward,
} from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover, ToggleButton } from "react-aria-components";
import { frameId, modeLabel } from "../model/frame-facts.ts";
import type { ReplayStage } from "../model/stage.ts";
import { formatTime } from "../playback/format-time.ts";
import { useReadable, useTexts } from "../shell/cockpit-context.ts";
import { clockText } from "../shell/format.ts";
import { IconButton } from "../shell/icon-button.tsx";
import { keyOf } from "../shell/shortcuts.ts";

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4] as const;

/** Play, step, time, speed and loop. */
export function Transport({ stage }: { readonly stage: ReplayStage | null }) {
	return (
		<div className="transport">{stage === null ? <IdleTransport /> : <LiveTransport stage={stage} />}</div>
	);
}

function IdleTransport() {
	const { timeline: texts } = useTexts();
	return (
		<div className="transport-group">
			<IconButton isDisabled label={texts.toStart} icon={<SkipBack size={16} />} onPress={() => {}} />
			<IconButton isDisabled label={texts.back} icon={<StepBack size={16} />} onPress={() => {}} />
			<IconButton
				isDisabled
				className="play"
				label={texts.play}
				icon={<Play size={15} />}
				onPress={() => {}}
			/>
			<IconButton isDisabled label={texts.forward} icon={<StepForward size={16} />} onPress={() => {}} />
			<IconButton isDisabled label={texts.toEnd} icon={<SkipForward size={16} />} onPress={() => {}} />
		</div>
	);
}

function LiveTransport({ stage }: { readonly stage: ReplayStage }) {
	const { timeline: texts } = useTexts();
	const { clock } = stage;
	const { timeNs, frameIndex, playing } = useReadable(stage.playback);
	const now = formatTime(timeNs);
	return (
		<>
			<div className="transport-group">
				<IconButton
					label={texts.toStart}
					action="toStart"
					icon={<SkipBack size={16} />}
					onPress={() => clock.toStart()}
				/>
				<IconButton
					label={texts.back}
					action="back"
					icon={<StepBack size={16} />}
					onPress={() => clock.step(-1)}
				/>
				<IconButton
					className="play"
					label={playing ? texts.pause : texts.play}
					action="play"
					icon={playing ? <Pause size={15} fill="currentColor" /> : <Play size={15} fill="currentColor" />}
					onPress={() => clock.toggle()}
				/>
				<IconButton
					label={texts.forward}
					action="forward"
					icon={<StepForward size={16} />}
					onPress={() => clock.step(1)}
				/>
				<IconButton
					label={texts.toEnd}
					action="toEnd"
					icon={<SkipForward size={16} />}
					onPress={() => clock.toEnd()}
				/>
			</div>
			<span className="time-now mono" data-testid="time-now">
				{now.main}
				<small>{now.rest}</small>
			</span>
			<span className="time-end mono">/ {clockText(clock.durationNs)}</span>
			<span className="separator" />
			<span className="frame-now mono">
				{texts.frame} {frameId(stage.artifact, frameIndex)}
			</span>
			<span className="mode-now">{modeLabel(stage.artifact, frameIndex)}</span>
			<span className="grow" />
			<PlaybackSettings stage={stage} />
		</>
	);
}

function PlaybackSettings({ stage }: { readonly stage: ReplayStage }) {
	const { timeline: texts, number } = useTexts();
	const { clock } = stage;
	const { speed, loop, loopRange } = useReadable(stage.playback);
	const range =
		loop && loopRange !== null
			? texts.loopRange(clockText(loopRange.startNs), clockText(loopRange.endNs))
			: "";
	const reset = () => {
		clock.pause();
		clock.setSpeed(1);
		clock.setLoop(false, null);
		clock.toStart();
	};
	return (
		<div className="transport-group settings">
			<MenuTrigger>
				<Button className="button mono" aria-label={`${texts.speed}: ${number(speed)}×`}>
					{number(speed, speed === 0.25 ? 2 : 1)}×<span className="kbd">{keyOf("speed")}</span>
					<ChevronDown size={13} aria-hidden="true" />
				</Button>
				<Popover className="popover" placement="top end">
					<Menu
						className="menu mono"
						aria-label={texts.speed}
						selectionMode="single"
						selectedKeys={[String(speed)]}
						onAction={(key) => clock.setSpeed(Number(key))}
					>
						{speeds.map((value) => (
							<MenuItem key={value} id={String(value)} className="menu-item" textValue={`${number(value)}×`}>
								<span className="tick">
									<Check size={14} />
								</span>
								{number(value)}×
							</MenuItem>
						))}
					</Menu>
				</Popover>
			</MenuTrigger>
			<fieldset className="loop" title={range}>
				<IconButton
					className="small"
					label={texts.loopStart}
					action="loopStart"
					icon={<span className="mono">[</span>}
					onPress={() => clock.setLoopStart()}
				/>
				<ToggleButton className="button" isSelected={loop} onChange={(on) => clock.setLoop(on, null)}>
					<Repeat size={14} aria-hidden="true" />
					{texts.loop}
					<span className="kbd">{keyOf("loop")}</span>
				</ToggleButton>
				<IconButton
					className="small"
					label={texts.loopEnd}
					action="loopEnd"
					icon={<span className="mono">]</span>}
					onPress={() => clock.setLoopEnd()}
				/>
				<span className="visually-hidden">{range}</span>
			</fieldset>
			<Button className="button" onPress={reset}>
				<RotateCcw size={14} aria-hidden="true" />
				{texts.reset}
			</Button>
		</div>
	);
}
