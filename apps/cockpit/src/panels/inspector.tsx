import type { ReactNode } from "react";
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
	const stage = useReadable(useSession().stage);
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
		<Tabs className="tabs" defaultSelectedKey="joints">
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
