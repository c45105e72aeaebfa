import { X } from "lucide-react";
import { Button, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { AdmissionState } from "../model/admission.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { openFilePicker } from "../shell/file-picker.tsx";
import { formatBytes } from "../shell/format.ts";
import { IconButton } from "../shell/icon-button.tsx";
import { AdmissionForm } from "./admission-form.tsx";
import { FaultNote } from "./fault-note.tsx";
import { FindingList } from "./finding-list.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { Verdict } from "./verdict.tsx";

/** The way of a dropped file: reading, report, accept or refuse. Closing it at any time leaves the store as it was. */
export function AdmissionDialog() {
	const session = useSession();
	const { admission: texts, app } = useTexts();
	const state = useReadable(session.admission.state);
	const open =
		state.phase !== "idle" && state.phase !== "accepted" && !(state.phase === "reported" && state.aside);
	const close = () => session.admission.dismiss();
	return (
		<ModalOverlay
			className="modal-backdrop"
			isOpen={open}
			onOpenChange={close}
			isKeyboardDismissDisabled={state.phase === "accepting"}
		>
			<Modal className="modal">
				<Dialog className="dialog">
					<div className="dialog-head">
						<Heading slot="title">{fileOf(state)?.name ?? texts.title}</Heading>
						<IconButton label={app.close} icon={<X size={16} />} onPress={close} />
					</div>
					<Phase state={state} onClose={close} />
				</Dialog>
			</Modal>
		</ModalOverlay>
	);
}

function fileOf(state: AdmissionState): File | null {
	if (state.phase === "idle") return null;
	return "candidate" in state && state.candidate !== null
		? state.candidate.file
		: "file" in state
			? state.file
			: null;
}

function Phase({ state, onClose }: { readonly state: AdmissionState; readonly onClose: () => void }) {
	switch (state.phase) {
		case "idle":
		case "accepted":
			return null;
		case "reading":
			return <Reading state={state} onClose={onClose} />;
		case "reported":
		case "accepting":
			return <AdmissionForm state={state} onClose={onClose} />;
		case "refused":
			return <Refused state={state} onClose={onClose} />;
		case "failed":
			return <Failed state={state} onClose={onClose} />;
	}
}

type PhaseProps<P extends AdmissionState["phase"]> = {
	readonly state: Extract<AdmissionState, { phase: P }>;
	readonly onClose: () => void;
};

function Reading({ state: { progress }, onClose }: PhaseProps<"reading">) {
	const { admission: texts, app, catalog, number } = useTexts();
	return (
		<>
			<div className="dialog-body" role="status">
				<div className="progress">
					<span>{texts.stages[progress.stage]}</span>
					<ProgressBar label={texts.reading} part={progress.part} />
					<span className="dim">
						<span className="mono">{formatBytes(progress.byteLength, number)}</span> · {catalog.dropPrivacy}
					</span>
				</div>
			</div>
			<div className="dialog-foot">
				<span className="grow" />
				<Button className="button" onPress={onClose}>
					{app.cancel}
				</Button>
			</div>
		</>
	);
}

function Refused({ state: { report, by }, onClose }: PhaseProps<"refused">) {
	const { admission: texts, app } = useTexts();
	const blocking = report.diagnostics.filter(({ severity }) => severity === "blocking").length;
	return (
		<>
			<div className="dialog-body">
				<Verdict
					kind="refused"
					title={by === "host" ? texts.refusedByHost : texts.refused}
					text={`${by === "host" ? "" : `${texts.notSent} `}${texts.storeUnchanged}`}
				/>
				<FindingList diagnostics={report.diagnostics} />
			</div>
			<div className="dialog-foot">
				<span className="reason">{texts.blockedReason(blocking)}</span>
				<Button className="button" onPress={openFilePicker}>
					{texts.again}
				</Button>
				<Button className="button" onPress={onClose}>
					{app.close}
				</Button>
				<Button className="button primary" isDisabled>
					{texts.accept}
				</Button>
			</div>
		</>
	);
}

function Failed({ state: { fault, candidate }, onClose }: PhaseProps<"failed">) {
	const session = useSession();
	const { admission: texts, app } = useTexts();
	return (
		<>
			<div className="dialog-body" role="alert">
				<Verdict kind="refused" title={texts.failedTitle} text={texts.storeUnchanged} />
				<FaultNote fault={fault} />
			</div>
			<div className="dialog-foot">
				<span className="grow" />
				{candidate === null ? (
					<Button className="button" onPress={openFilePicker}>
						{texts.again}
					</Button>
				) : (
					<Button className="button" onPress={() => session.admission.back()}>
						{texts.back}
					</Button>
				)}
				<Button className="button" onPress={onClose}>
					{app.close}
				</Button>
			</div>
		</>
	);
}
