import { type FrameFacts, frameFacts } from "../model/frame-facts.ts";
import type { ReplayStage } from "../model/stage.ts";
import { formatTime } from "../playback/format-time.ts";
import { useReadable, useTexts } from "../shell/cockpit-context.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { formatValue } from "../shell/format.ts";

/** Everything the current frame says, exactly, and a copy of it. */
export function FrameTab({ stage }: { readonly stage: ReplayStage }) {
	const { inspector, timeline } = useTexts();
	const texts = inspector.frame;
	const { frameIndex, timeNs } = useReadable(stage.playback);
	const facts = frameFacts(stage.artifact, frameIndex);
	const total = stage.clock.timesNs.length;
	const now = formatTime(timeNs);
	return (
		<>
			<section className="section">
				<h3 className="section-title">
					{texts.index}
					<CopyButton label={texts.copy} text={() => JSON.stringify(copyOf(stage, facts), null, 2)} />
				</h3>
				<dl className="facts">
					<dt>{texts.frameId}</dt>
					<dd className="mono">{facts.frameId}</dd>
					<dt>{texts.index}</dt>
					<dd className="mono">{texts.of(frameIndex + 1, total)}</dd>
					<dt>{texts.time}</dt>
					<dd className="mono">
						{now.main}
						<span className="dim">{now.rest}</span>
					</dd>
					<dt>{texts.exactTime}</dt>
					<dd className="mono">{timeline.seconds(String(facts.t))}</dd>
					<dt>{texts.mode}</dt>
					<dd>{facts.mode}</dd>
				</dl>
			</section>
			<FrameFields facts={facts} />
			<FrameVectors facts={facts} />
			<JointValues facts={facts} />
		</>
	);
}

function FrameFields({ facts: { fields } }: { readonly facts: FrameFacts }) {
	const { inspector, timeline } = useTexts();
	if (fields.length === 0) return null;
	return (
		<section className="section">
			<h3 className="section-title">{inspector.frame.links}</h3>
			<dl className="facts">
				{fields.map(({ name, value }) => (
					<div key={name} style={{ display: "contents" }}>
						<dt className="mono">{name}</dt>
						<dd className="mono">
							{value === ""
								? inspector.frame.none
								: name === "verification_state"
									? (timeline.verification[value] ?? value)
									: value}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

function FrameVectors({ facts: { vectors } }: { readonly facts: FrameFacts }) {
	const { inspector } = useTexts();
	if (vectors.length === 0) return null;
	return (
		<section className="section">
			<h3 className="section-title">{inspector.frame.imu}</h3>
			<dl>
				{vectors.map(({ name, values }) => (
					<div key={name} className="proof-item">
						<dt className="mono">{name}</dt>
						<dd className="vector mono">
							{values === null
								? inspector.frame.notMeasured
								: values.map((value, component) => (
										// biome-ignore lint/suspicious/noArrayIndexKey: a component is its place
										<span key={component}>{formatValue(value)}</span>
									))}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

function JointValues({ facts: { joints } }: { readonly facts: FrameFacts }) {
	const { frame: texts } = useTexts().inspector;
	return (
		<section className="section">
			<h3 className="section-title">{texts.joints}</h3>
			<div className="value-row head">
				<span />
				<span>{texts.position}</span>
				<span>{texts.velocity}</span>
			</div>
			<ul className="mono">
				{joints.map(({ name, position, velocity }) => (
					<li key={name} className="value-row">
						<span className="name" title={name}>
							{name}
						</span>
						<span>{formatValue(position)}</span>
						<span className={Number.isNaN(velocity) ? "dim" : ""}>{formatValue(velocity)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** The frame as JSON: values as stored, NaN as null, and what they belong to. */
function copyOf(stage: ReplayStage, facts: FrameFacts) {
	const { index, frameId, t, mode, joints, vectors, fields } = facts;
	return {
		replay_id: stage.id,
		content_digest: stage.contentDigest,
		frame_index: index,
		frame_id: frameId,
		t,
		time_ns: stage.clock.timesNs[index],
		mode,
		joints,
		...Object.fromEntries([...vectors.map(({ name, values }) => [name, values] as const)]),
		...Object.fromEntries([...fields.map(({ name, value }) => [name, value] as const)]),
	};
}
