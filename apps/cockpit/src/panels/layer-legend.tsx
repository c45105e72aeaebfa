import { Check } from "lucide-react";
import { ToggleButton } from "react-aria-components";
import { layerIds, toggleLayer } from "../model/layers.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { keyOf } from "../shell/shortcuts.ts";

/** The layers of the picture: what each colour means, whether it is shown, and its key. */
export function LayerLegend({ hasTarget }: { readonly hasTarget: boolean }) {
	const session = useSession();
	const { layers: texts } = useTexts();
	const shown = useReadable(session.layers);
	return (
		<fieldset className="legend floating" aria-label={texts.title}>
			{layerIds
				.filter((id) => id !== "target" || hasTarget)
				.map((id) => (
					<ToggleButton
						key={id}
						className="legend-row"
						isSelected={shown.includes(id)}
						onChange={() => session.layers.update((known) => toggleLayer(known, id))}
					>
						<span className="box">{shown.includes(id) ? <Check size={11} strokeWidth={3} /> : null}</span>
						<span className={`swatch ${id}`} />
						{texts.names[id]}
						<span className="kbd">{keyOf(id)}</span>
					</ToggleButton>
				))}
		</fieldset>
	);
}
