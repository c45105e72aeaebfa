import type { ReactNode } from "react";
import { Button, Tooltip, TooltipTrigger } from "react-aria-components";
import { type ActionId, keyOf } from "./shortcuts.ts";

interface Props {
	readonly label: string;
	readonly icon: ReactNode;
	readonly onPress: () => void;
	/** The action whose key the tooltip shows. */
	readonly action?: ActionId;
	readonly isDisabled?: boolean;
	readonly className?: string;
}

/** A button that is an icon: its name and its key are in the tooltip, its name is read out. */
export function IconButton({ label, icon, onPress, action, isDisabled = false, className = "" }: Props) {
	const key = action === undefined ? "" : keyOf(action);
	return (
		<TooltipTrigger delay={400}>
			<Button
				aria-label={label}
				className={`icon-button ${className}`}
				isDisabled={isDisabled}
				onPress={onPress}
			>
				{icon}
			</Button>
			<Tooltip className="tooltip" offset={6}>
				{label}
				{key === "" ? null : <span className="kbd">{key}</span>}
			</Tooltip>
		</TooltipTrigger>
	);
}
