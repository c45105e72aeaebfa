import type { RobotModel } from "@hindcast/robot-model";
import { useTexts } from "../shell/cockpit-context.ts";
import { formatValue } from "../shell/format.ts";
import { positionLimitsOf } from "../timeline/position-limits.ts";

/** The joints a model declares, with their position limits. */
export function RobotJoints({ model }: { readonly model: RobotModel }) {
	const { joints: texts } = useTexts().inspector;
	const limits = positionLimitsOf(model);
	return (
		<section className="tab-panel">
			<h2 className="section-title">{texts.neutral}</h2>
			<ul className="mono">
				{model.joints
					.filter(({ type }) => type !== "fixed")
					.map(({ name, type }) => {
						const limit = limits.get(name);
						return (
							<li key={name} className="limit-row">
								<span className="name" title={`${name} · ${type}`}>
									{name}
								</span>
								<span className="dim">
									{limit === undefined
										? texts.states.unbounded
										: texts.limit(
												formatValue(limit.lower, 3),
												formatValue(limit.upper, 3),
												texts.units[type === "prismatic" ? "m" : "rad"],
											)}
								</span>
							</li>
						);
					})}
			</ul>
		</section>
	);
}
