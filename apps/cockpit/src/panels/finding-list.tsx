import type { Diagnostic } from "@hindcast/replay-protocol";
import { diagnosticText } from "../i18n/texts.ts";
import { useLanguage, useTexts } from "../shell/cockpit-context.ts";

/** A report: what blocks first, then the advisories; findings of one code together. */
export function FindingList({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) {
	const { report: texts } = useTexts().inspector;
	if (diagnostics.length === 0)
		return (
			<div className="findings">
				<strong>{texts.valid}</strong>
				<span className="dim">{texts.validText}</span>
			</div>
		);
	return (
		<div className="findings">
			<Severity title={`✕ ${texts.blocking}`} diagnostics={diagnostics} severity="blocking" />
			<Severity title={`▲ ${texts.advisory}`} diagnostics={diagnostics} severity="advisory" />
		</div>
	);
}

interface SeverityProps {
	readonly title: string;
	readonly diagnostics: readonly Diagnostic[];
	readonly severity: Diagnostic["severity"];
}

function Severity({ title, diagnostics, severity }: SeverityProps) {
	const groups = Map.groupBy(
		diagnostics.filter((diagnostic) => diagnostic.severity === severity),
		({ code }) => code,
	);
	if (groups.size === 0) return null;
	const total = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
	return (
		<section>
			<h3 className={severity === "blocking" ? "block" : "advice"}>
				{title} {total}
			</h3>
			<ul>
				{[...groups].map(([code, group]) => (
					<li key={code}>
						<Finding group={group} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Finding({ group }: { readonly group: readonly Diagnostic[] }) {
	const language = useLanguage();
	const { report: texts } = useTexts().inspector;
	const [first, ...others] = group;
	if (first === undefined) return null;
	const { text, hint } = diagnosticText(language, first);
	return (
		<article className={`finding ${first.severity}`}>
			<p>{text}</p>
			<p className="hint">{hint}</p>
			<Place diagnostic={first} />
			{others.length === 0 ? null : (
				<details>
					<summary>{texts.more(others.length)}</summary>
					<ul>
						{others.map((diagnostic, place) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a report never changes its order
							<li key={place}>
								{diagnosticText(language, diagnostic).text} <span className="mono">{diagnostic.path}</span>
							</li>
						))}
					</ul>
				</details>
			)}
		</article>
	);
}

function Place({ diagnostic: { code, path, params } }: { readonly diagnostic: Diagnostic }) {
	const { report: texts } = useTexts().inspector;
	const detail = params["detail"] ?? params["npz_code"];
	return (
		<p className="place mono">
			<span>{code}</span>
			{path === "" ? null : (
				<span>
					{texts.place} {path}
				</span>
			)}
			{typeof detail === "string" ? <span>{detail}</span> : null}
		</p>
	);
}
