import { RotateCcw } from "lucide-react";
import { Button } from "react-aria-components";
import { faultText } from "../i18n/texts.ts";
import type { Fault } from "../model/fault.ts";
import { useLanguage, useTexts } from "../shell/cockpit-context.ts";

interface Props {
	readonly fault: Fault;
	readonly onRetry?: () => void;
}

/** What failed, why (its code), and what to do next. */
export function FaultNote({ fault, onRetry }: Props) {
	const { app } = useTexts();
	const { text, hint } = faultText(useLanguage(), fault);
	return (
		<>
			<p>{text}</p>
			<p className="dim">{hint}</p>
			<p className="mono dim">
				{fault.code}
				{fault.requestId === null ? null : ` · ${fault.requestId}`}
			</p>
			{onRetry === undefined ? null : (
				<Button className="button" onPress={onRetry}>
					<RotateCcw size={14} aria-hidden="true" />
					{app.retry}
				</Button>
			)}
		</>
	);
}
