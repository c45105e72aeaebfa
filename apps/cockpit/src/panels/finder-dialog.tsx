import { useState } from "react";
import {
	Autocomplete,
	Dialog,
	Input,
	Menu,
	MenuItem,
	Modal,
	ModalOverlay,
	SearchField,
} from "react-aria-components";
import { type Found, find } from "../model/finder.ts";
import type { Session } from "../model/session.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";

interface Props {
	readonly isOpen: boolean;
	readonly onClose: () => void;
}

/** Finds replays, robots, joints, commands and frames by name, and goes there. */
export function FinderDialog({ isOpen, onClose }: Props) {
	const { finder: texts } = useTexts();
	return (
		<ModalOverlay className="modal-backdrop top-aligned" isOpen={isOpen} onOpenChange={onClose} isDismissable>
			<Modal className="modal">
				<Dialog className="dialog" aria-label={texts.title}>
					<Finder onClose={onClose} />
				</Dialog>
			</Modal>
		</ModalOverlay>
	);
}

function Finder({ onClose }: Pick<Props, "onClose">) {
	const session = useSession();
	const { finder: texts } = useTexts();
	const [query, setQuery] = useState("");
	const found = find(query, useReadable(session.catalog.state), useReadable(session.stage));
	const choose = (key: unknown) => {
		const chosen = found.find((candidate) => candidate.key === key);
		if (chosen !== undefined) go(session, chosen);
		onClose();
	};
	return (
		<Autocomplete inputValue={query} onInputChange={setQuery}>
			<SearchField className="finder-field" aria-label={texts.title} autoFocus>
				<Input placeholder={texts.placeholder} />
			</SearchField>
			<Menu
				className="menu finder-list"
				aria-label={texts.results}
				items={found}
				onAction={choose}
				renderEmptyState={() => (query === "" ? null : <p className="panel-note">{texts.nothing}</p>)}
			>
				{(candidate) => (
					<MenuItem id={candidate.key} className="menu-item" textValue={candidate.name}>
						<span className="grow name">{candidate.name}</span>
						<span className="dim">{texts.kinds[candidate.kind]}</span>
					</MenuItem>
				)}
			</Menu>
		</Autocomplete>
	);
}

function go(session: Session, found: Found): void {
	const stage = session.stage.get();
	if (found.kind === "replay") session.openReplay(found.id);
	else if (found.kind === "robot") session.openRobot(found.id);
	else if (found.kind === "joint") session.selectedJoint.set(found.name);
	else if ("frame" in found && stage.kind === "replay") stage.clock.seekFrame(found.frame);
}
