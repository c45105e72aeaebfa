import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import {
	Autocomplete,
	Button,
	Collection,
	Dialog,
	Header,
	Input,
	Menu,
	MenuItem,
	MenuSection,
	Modal,
	ModalOverlay,
	SearchField,
} from "react-aria-components";
import { type Found, type FoundGroup, find } from "../model/finder.ts";
import type { Session } from "../model/session.ts";
import { ClassBadge } from "../shell/class-badge.tsx";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";

interface Props {
	readonly isOpen: boolean;
	readonly onClose: () => void;
}

/** Finds replays, robots, joints, commands and frames by name, and goes there. */
export function FinderDialog({ isOpen, onClose }: Props) {
	const { finder: texts } = useTexts();
	// Escape closes at once; the field would first clear itself.
	const closeOnEscape = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
		event.stopPropagation();
		onClose();
	};
	return (
		<ModalOverlay className="modal-backdrop top-aligned" isOpen={isOpen} onOpenChange={onClose} isDismissable>
			<Modal className="modal">
				<Dialog className="dialog" aria-label={texts.title}>
					<div className="finder" onKeyDownCapture={closeOnEscape}>
						<Finder onClose={onClose} />
					</div>
				</Dialog>
			</Modal>
		</ModalOverlay>
	);
}

function Finder({ onClose }: Pick<Props, "onClose">) {
	const session = useSession();
	const { finder: texts, classes } = useTexts();
	const [query, setQuery] = useState("");
	const catalog = useReadable(session.catalog.state);
	const stage = useReadable(session.stage);
	const groups = useMemo(
		() => find(query, { catalog, stage, classNames: classes }),
		[query, catalog, stage, classes],
	);
	const choose = (key: unknown) => {
		const chosen = groups.flatMap(({ shown }) => shown).find((candidate) => candidate.key === key);
		if (chosen !== undefined) go(session, chosen);
		onClose();
	};
	const isWhole = catalog.cursor === null && catalog.status !== "loading";
	return (
		<Autocomplete inputValue={query} onInputChange={setQuery}>
			<SearchField className="finder-field" aria-label={texts.title} autoFocus>
				<Input placeholder={texts.placeholder} />
			</SearchField>
			<Menu
				className="menu finder-list"
				aria-label={texts.results}
				items={groups}
				onAction={choose}
				renderEmptyState={() =>
					query === "" || !isWhole ? null : <p className="panel-note">{texts.nothing}</p>
				}
			>
				{(group) => <FoundSection id={group.kind} group={group} />}
			</Menu>
			<Progress />
		</Autocomplete>
	);
}

function FoundSection({
	id,
	group: { kind, shown, total },
}: {
	readonly id: string;
	readonly group: FoundGroup;
}) {
	const { finder: texts } = useTexts();
	return (
		<MenuSection id={id} className="finder-group">
			<Header className="section-title">
				{texts.kinds[kind]}
				{total > shown.length ? <span className="count">{texts.some(shown.length, total)}</span> : null}
			</Header>
			<Collection items={shown}>
				{(candidate) => (
					<MenuItem id={candidate.key} className="menu-item" textValue={candidate.name}>
						<span className="grow name">{candidate.name}</span>
						{"id" in candidate ? <span className="mono dim name found-id">{candidate.id}</span> : null}
						{candidate.kind === "replay" ? <ClassBadge classification={candidate.classification} /> : null}
					</MenuItem>
				)}
			</Collection>
		</MenuSection>
	);
}

/** Reads the rest of the catalog for as long as it is there, and says how far that is. */
function Progress() {
	const session = useSession();
	const { finder: texts, app } = useTexts();
	const [attempt, setAttempt] = useState(0);
	const { replays, total, cursor, status } = useReadable(session.catalog.state);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads on from where the last one failed
	useEffect(() => {
		const stop = new AbortController();
		void session.catalog.readAll(stop.signal);
		return () => stop.abort();
	}, [session, attempt]);
	if (cursor === null) return null;
	return (
		<div className="finder-status">
			<span role="status">
				{status === "failed" ? texts.searched(replays.length, total) : texts.searching(replays.length, total)}
			</span>
			{status === "failed" ? (
				<Button className="button" onPress={() => setAttempt(attempt + 1)}>
					{app.retry}
				</Button>
			) : null}
		</div>
	);
}

function go(session: Session, found: Found): void {
	const stage = session.stage.get();
	if (found.kind === "replay") session.openReplay(found.id);
	else if (found.kind === "robot") session.openRobot(found.id);
	else if (found.kind === "joint") session.selectedJoint.set(found.name);
	else if ("frame" in found && stage.kind === "replay") stage.clock.seekFrame(found.frame);
}
