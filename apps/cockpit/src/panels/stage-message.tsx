import { CircleSlash2, MapPinOff, ScanLine } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import type { LoadProgress } from "../model/load-replay.ts";
import type { Stage } from "../model/stage.ts";
import { useSession, useTexts } from "../shell/cockpit-context.ts";
import { openFilePicker } from "../shell/file-picker.tsx";
import { formatBytes } from "../shell/format.ts";
import { keyOf } from "../shell/shortcuts.ts";
import { FaultNote } from "./fault-note.tsx";
import { ProgressBar } from "./progress-bar.tsx";

/** What the viewport says when it has nothing to show: empty, nowhere, loading or failed. */
export function StageMessage({ stage }: { readonly stage: Exclude<Stage, { kind: "replay" | "robot" }> }) {
	const session = useSession();
	const { stage: texts, catalog } = useTexts();
	switch (stage.kind) {
		case "empty":
			return (
				<Message icon={<ScanLine size={36} />} title={texts.emptyTitle}>
					<p>{texts.emptyText}</p>
					<Button className="button primary" onPress={openFilePicker}>
						{catalog.open}
						<span>{keyOf("open")}</span>
					</Button>
				</Message>
			);
		case "nowhere":
			return (
				<Message icon={<MapPinOff size={36} />} title={texts.nowhereTitle}>
					<p>{texts.nowhereText(stage.path)}</p>
					<Button className="button" onPress={() => session.router.navigate({ name: "home" })}>
						{texts.home}
					</Button>
				</Message>
			);
		case "loading":
			return <Loading progress={stage.progress} />;
		case "failed":
			return (
				<div role="alert">
					<Message icon={<CircleSlash2 size={36} />} title={texts.failedTitle[stage.subject.kind]}>
						<p className="mono">{stage.subject.id}</p>
						<FaultNote fault={stage.fault} onRetry={() => session.retry()} />
					</Message>
				</div>
			);
	}
}

function Loading({ progress: { step, received, total } }: { readonly progress: LoadProgress }) {
	const { stage: texts, number } = useTexts();
	const known = step === "payload" && total !== null && total > 0;
	return (
		<div className="stage-center" role="status">
			<div className="progress">
				<span>{texts.steps[step]}</span>
				<ProgressBar label={texts.loading} part={known ? received / total : null} />
				<span className="mono dim">{received > 0 ? formatBytes(received, number) : " "}</span>
			</div>
		</div>
	);
}

interface MessageProps {
	readonly icon: ReactNode;
	readonly title: string;
	readonly children: ReactNode;
}

function Message({ icon, title, children }: MessageProps) {
	return (
		<div className="stage-center">
			<span className="dim" aria-hidden="true">
				{icon}
			</span>
			<h2>{title}</h2>
			{children}
		</div>
	);
}
