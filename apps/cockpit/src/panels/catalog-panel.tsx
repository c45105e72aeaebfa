import type { Classification, ReplaySummary, RobotSummary } from "@hindcast/replay-protocol/http";
import { ChevronDown } from "lucide-react";
import { memo, useState } from "react";
import {
	Button,
	Disclosure,
	DisclosurePanel,
	Heading,
	ToggleButton,
	ToggleButtonGroup,
} from "react-aria-components";
import { type CatalogRow, countClasses, rowOfStage } from "../model/catalog.ts";
import { formatRoute, type Route } from "../model/routes.ts";
import { ClassBadge } from "../shell/class-badge.tsx";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { openFilePicker } from "../shell/file-picker.tsx";
import { FindingCount } from "../shell/finding-count.tsx";
import { keyOf } from "../shell/shortcuts.ts";
import { FaultNote } from "./fault-note.tsx";

/** What the store holds: replays by class, and robots. */
export function CatalogPanel({ onChoose }: { readonly onChoose: () => void }) {
	const session = useSession();
	const { catalog: texts } = useTexts();
	const { status, replays, robots, fault } = useReadable(session.catalog.state);
	return (
		<>
			<div className="panel-head">
				<h2>{texts.title}</h2>
				<Button className="button" onPress={openFilePicker}>
					{texts.open}
					<span className="kbd">{keyOf("open")}</span>
				</Button>
			</div>
			{fault === null ? null : (
				<div className="panel-note" role="alert">
					<FaultNote fault={fault} onRetry={() => void session.catalog.refresh()} />
					{replays.length > 0 ? <span>{texts.stale}</span> : null}
				</div>
			)}
			<ReplayList replays={replays} onChoose={onChoose} />
			{replays.length === 0 && fault === null ? <EmptyCatalog loading={status === "loading"} /> : null}
			<RobotList
				robots={robots}
				loading={status === "loading"}
				crowded={replays.length > crowd}
				onChoose={onChoose}
			/>
			<div className="drop-hint" title={texts.dropPrivacy}>
				{texts.drop}
				<small>{texts.dropPrivacy}</small>
			</div>
		</>
	);
}

function EmptyCatalog({ loading }: { readonly loading: boolean }) {
	const { catalog: texts } = useTexts();
	if (loading) return <p className="panel-note">{texts.loading}</p>;
	return (
		<div className="panel-note">
			<strong>{texts.empty}</strong>
			<span>{texts.emptyHint}</span>
		</div>
	);
}

interface ReplayListProps {
	readonly replays: readonly ReplaySummary[];
	readonly onChoose: () => void;
}

/** From how many replays on they fill the panel. */
const crowd = 8;

/** Rows that are shown at first, and that "Show more" adds. */
const rowsAtOnce = 200;

function ReplayList({ replays, onChoose }: ReplayListProps) {
	const session = useSession();
	const { catalog: texts } = useTexts();
	const { status, total, cursor } = useReadable(session.catalog.state);
	const [filter, setFilter] = useState<Classification | "all">("all");
	const [rows, setRows] = useState(rowsAtOnce);
	const counts = countClasses(replays);
	const active = filter === "all" || counts.has(filter) ? filter : "all";
	const matching =
		active === "all" ? replays : replays.filter(({ classification }) => classification === active);
	const shown = matching.slice(0, rows);
	const showMore = () => {
		setRows(rows + rowsAtOnce);
		if (matching.length < rows + rowsAtOnce) void session.catalog.more();
	};
	return (
		<>
			{counts.size > 1 ? (
				<ClassFilter counts={counts} total={replays.length} active={active} onChange={setFilter} />
			) : null}
			{counts.size > 1 && cursor !== null ? (
				<p className="chips-note">{texts.counted(replays.length, total)}</p>
			) : null}
			<OpenReplay shown={shown} onChoose={onChoose} />
			<div className="catalog-scroll" aria-busy={status === "loading"}>
				<ul aria-label={texts.title}>
					{shown.map((replay) => (
						<li key={replay.replay_id}>
							<ReplayRow replay={replay} onChoose={onChoose} />
						</li>
					))}
				</ul>
				{cursor === null && matching.length === shown.length ? null : (
					<div className="panel-note">
						<span>{texts.listed(shown.length, active === "all" ? total : matching.length)}</span>
						<Button className="button" isDisabled={status === "loading"} onPress={showMore}>
							{texts.more}
						</Button>
					</div>
				)}
			</div>
		</>
	);
}

/** The open replay, where the list as it is shown does not have it. */
function OpenReplay({
	shown,
	onChoose,
}: {
	readonly shown: readonly CatalogRow[];
	readonly onChoose: () => void;
}) {
	const { catalog: texts } = useTexts();
	const stage = useReadable(useSession().stage);
	const row = stage.kind === "replay" ? rowOfStage(stage) : null;
	if (row === null || shown.some(({ replay_id: id }) => id === row.replay_id)) return null;
	return (
		<section className="open-now" aria-label={texts.openNow}>
			<h3 className="open-title">{texts.openNow}</h3>
			<ReplayRow replay={row} onChoose={onChoose} />
		</section>
	);
}

interface ClassFilterProps {
	readonly counts: ReadonlyMap<Classification, number>;
	readonly total: number;
	readonly active: Classification | "all";
	readonly onChange: (filter: Classification | "all") => void;
}

function ClassFilter({ counts, total, active, onChange }: ClassFilterProps) {
	const { catalog: texts } = useTexts();
	return (
		<ToggleButtonGroup
			className="chips"
			aria-label={texts.filter}
			selectionMode="single"
			disallowEmptySelection
			selectedKeys={[active]}
			onSelectionChange={(keys) => {
				const [key] = keys;
				onChange([...counts.keys()].find((known) => known === key) ?? "all");
			}}
		>
			<ToggleButton id="all" className="chip">
				{texts.all} {total}
			</ToggleButton>
			{[...counts].map(([classification, count]) => (
				<ToggleButton key={classification} id={classification} className="chip">
					<ClassBadge classification={classification} /> {count}
				</ToggleButton>
			))}
		</ToggleButtonGroup>
	);
}

interface ReplayRowProps {
	readonly replay: CatalogRow;
	readonly onChoose: () => void;
}

const ReplayRow = memo(function ReplayRow({ replay, onChoose }: ReplayRowProps) {
	const { timeline, number } = useTexts();
	const { replay_id: id, label, robot_id: robotId, duration_s: duration } = replay;
	return (
		<RowLink route={{ name: "replay", id, timeNs: null, layers: null }} onChoose={onChoose}>
			<span className="row-title" title={label}>
				{label}
			</span>
			<span className="row-meta">
				<ClassBadge classification={replay.classification} />
				<span>{robotId}</span>
				<span className="mono">{timeline.seconds(number(duration, 2))}</span>
				<FindingCount severity="blocking" count={replay.blocking_count} />
				<FindingCount severity="advisory" count={replay.advisory_count} />
			</span>
		</RowLink>
	);
});

interface RobotListProps {
	readonly robots: readonly RobotSummary[];
	readonly loading: boolean;
	/** More replays than this panel can show beside the robots: they are folded until somebody asks. */
	readonly crowded: boolean;
	readonly onChoose: () => void;
}

function RobotList({ robots, loading, crowded, onChoose }: RobotListProps) {
	const { catalog: texts } = useTexts();
	const [asked, setAsked] = useState<boolean | null>(null);
	if (loading && robots.length === 0) return null;
	return (
		<Disclosure className="catalog-robots" isExpanded={asked ?? !crowded} onExpandedChange={setAsked}>
			<Heading level={3}>
				<Button slot="trigger" className="fold">
					<ChevronDown size={14} aria-hidden="true" />
					{texts.robots} <span className="count">{robots.length}</span>
				</Button>
			</Heading>
			<DisclosurePanel className="fold-panel">
				{robots.length === 0 ? <p className="panel-note">{texts.noRobots}</p> : null}
				<ul aria-label={texts.robots}>
					{robots.map((robot) => (
						<li key={robot.robot_id}>
							<RobotRow robot={robot} onChoose={onChoose} />
						</li>
					))}
				</ul>
			</DisclosurePanel>
		</Disclosure>
	);
}

function RobotRow({ robot, onChoose }: { readonly robot: RobotSummary; readonly onChoose: () => void }) {
	const { catalog: texts } = useTexts();
	const { robot_id: id, label, joint_count: joints, model_status: model } = robot;
	return (
		<RowLink route={{ name: "robot", id }} onChoose={onChoose}>
			<span className="row-title" title={label}>
				{label}
			</span>
			<span className="row-meta">
				<span>{id}</span>
				<span>{texts.joints(joints)}</span>
				{model === "missing" ? <span>{texts.noModel}</span> : null}
				{model === "invalid" ? <span className="block">✕ {texts.badModel}</span> : null}
			</span>
		</RowLink>
	);
}

interface RowLinkProps {
	readonly route: Extract<Route, { name: "replay" | "robot" }>;
	readonly onChoose: () => void;
	readonly children: React.ReactNode;
}

function RowLink({ route, onChoose, children }: RowLinkProps) {
	const session = useSession();
	const stage = useReadable(session.stage);
	const subject = stage.kind === "loading" || stage.kind === "failed" ? stage.subject : stage;
	const current = subject.kind === route.name && "id" in subject && subject.id === route.id;
	const choose = (event: React.MouseEvent) => {
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
		event.preventDefault();
		if (route.name === "replay") session.openReplay(route.id);
		else session.openRobot(route.id);
		onChoose();
	};
	return (
		<a
			className="row"
			href={formatRoute(route)}
			{...(current ? { "aria-current": "true" } : {})}
			onClick={choose}
		>
			{children}
		</a>
	);
}
