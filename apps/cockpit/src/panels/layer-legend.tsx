import { Check, ChevronDown, Layers } from "lucide-react";
import type { Ref } from "react";
import { Button, ToggleButton } from "react-aria-components";
import { type LayerId, layerIds, toggleLayer } from "../model/layers.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { keyOf } from "../shell/shortcuts.ts";
import { useLegendFold } from "../shell/use-legend-fold.ts";

interface Props {
	readonly hasTarget: boolean;
	readonly ref: Ref<HTMLFieldSetElement>;
}

/** The layers of the picture: what each colour means, whether it is shown, and its key. It folds up to how many are. */
export function LayerLegend({ hasTarget, ref }: Props) {
	const { layers: texts } = useTexts();
	const shown = useReadable(useSession().layers);
	const { folded, toggle } = useLegendFold();
	const ids = layerIds.filter((id) => id !== "target" || hasTarget);
	const count = ids.filter((id) => shown.includes(id)).length;
	return (
		<fieldset ref={ref} className="legend floating" aria-label={texts.title}>
			<Button
				className="legend-row legend-head"
				aria-expanded={!folded}
				aria-label={folded ? texts.unfold : texts.fold}
				onPress={toggle}
			>
				{folded ? <Layers size={14} /> : <ChevronDown size={14} />}
				<span className="legend-title">
					{texts.title}
					{folded ? <span className="dim">{texts.shown(count, ids.length)}</span> : null}
				</span>
				<span className="kbd">{keyOf("legend")}</span>
			</Button>
			{folded ? null : ids.map((id) => <LayerRow key={id} id={id} />)}
		</fieldset>
	);
}

function LayerRow({ id }: { readonly id: LayerId }) {
	const session = useSession();
	const { layers: texts } = useTexts();
	const isShown = useReadable(session.layers).includes(id);
	return (
		<ToggleButton
			className="legend-row"
			isSelected={isShown}
			onChange={() => session.layers.update((known) => toggleLayer(known, id))}
		>
			<span className="box">{isShown ? <Check size={11} strokeWidth={3} /> : null}</span>
			<span className={`swatch ${id}`} />
			{texts.names[id]}
			<span className="kbd">{keyOf(id)}</span>
		</ToggleButton>
	);
}
