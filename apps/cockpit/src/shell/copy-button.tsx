import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "./cockpit-context.ts";
import { IconButton } from "./icon-button.tsx";

/** Copies a text and says so for a moment. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
	const { app } = useTexts();
	const [copied, setCopied] = useState(false);
	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), 1500);
		return () => clearTimeout(timer);
	}, [copied]);
	const copy = async () => {
		await navigator.clipboard.writeText(text());
		setCopied(true);
	};
	return (
		<IconButton
			className="small"
			label={copied ? app.copied : label}
			icon={copied ? <Check size={14} /> : <Copy size={14} />}
			onPress={() => void copy().catch(() => setCopied(false))}
		/>
	);
}
