import { type ReactNode, useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { FindingList } from "./finding-list.tsx";
import { FrameTab } from "./frame-tab.tsx";
import { JointsTab } from "./joints-tab.tsx";
import { ProofTab } from "./proof-tab.tsx";
import { RobotJoints } from "./robot-joints.tsx";

type TabId = "frame" | "joints" | "report" | "proof";

/** What the current frame, the joints, the report and the proof say. */
export function Inspector() {
	const session = useSession();
	const stage = useReadable(session.stage);
	const joint = useReadable(session.selectedJoint);
	const [tab, setTab] = useState<TabId>("joints");
	useEffect(() => {
		if (joint !== null) setTab("joints");
	}, [joint]);
	const { inspector: texts } = useTexts();
	if (stage.kind === "robot" && stage.robot.state === "ready")
		return <RobotJoints model={stage.robot.robot.model} />;
	if (stage.kind !== "replay") return <p className="panel-note">{texts.nothing}</p>;
	const count = stage.diagnostics.length;
	const blocked = stage.diagnostics.some(({ severity }) => severity === "blocking");
	const panels: readonly (readonly [TabId, ReactNode])[] = [
		["frame", <FrameTab key="frame" stage={stage} />],
		["joints", <JointsTab key="joints" stage={stage} />],
		["report", <FindingList key="report" diagnostics={stage.diagnostics} />],
		["proof", <ProofTab key="proof" stage={stage} />],
	];
	return (
		<Tabs
			className="tabs"
			selectedKey={tab}
			onSelectionChange={(key) => setTab(panels.find(([id]) => id === key)?.[0] ?? "joints")}
		>
			<TabList className="tab-list" aria-label={texts.region}>
				{panels.map(([id]) => (
					<Tab key={id} id={id} className="tab">
						{texts.tabs[id]}
						{id === "report" && count > 0 ? (
							<span className={`tab-count ${blocked ? "block" : "advice"}`}>{count}</span>
						) : null}
					</Tab>
				))}
			</TabList>
			{panels.map(([id, panel]) => (
				<TabPanel key={id} id={id} className="tab-panel">
					{panel}
				</TabPanel>
			))}
		</Tabs>
	);
}
