/** Progress of work; `part` is 0 to 1, or null where it is not known. */
export function ProgressBar({ label, part }: { readonly label: string; readonly part: number | null }) {
	return (
		<div
			className="progress-track"
			role="progressbar"
			aria-label={label}
			aria-valuemin={0}
			aria-valuemax={100}
			{...(part === null ? {} : { "aria-valuenow": Math.round(part * 100) })}
		>
			<div
				className={part === null ? "progress-fill unknown" : "progress-fill"}
				{...(part === null ? {} : { style: { width: `${part * 100}%` } })}
			/>
		</div>
	);
}
