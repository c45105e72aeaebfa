import { useEffect } from "react";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";

const shownMs = 6000;

/** Says for a moment that a replay was stored, or that it had been there already. */
export function StageStatus() {
	const { admission } = useSession();
	const { admission: texts } = useTexts();
	const state = useReadable(admission.state);
	const accepted = state.phase === "accepted" ? state.response : null;
	useEffect(() => {
		if (accepted === null) return;
		const timer = setTimeout(() => admission.dismiss(), shownMs);
		return () => clearTimeout(timer);
	}, [accepted, admission]);
	const label = accepted?.receipt.label ?? "";
	return (
		<div className="stage-status floating" role="status">
			{accepted === null ? null : accepted.receipt.existed ? texts.existed(label) : texts.stored(label)}
		</div>
	);
}
