const repairHints = {
	"artifact-unsound": "Pass the artifact to validateReplay: its report names each fault.",
	"metadata-contradicts-arrays":
		"Leave the key out, as it follows from the arrays and joint_type; convert arrays of other units or order first.",
	"encoding-unknown": 'Ask for "json", "npz" or "msgpack".',
	"not-publishable":
		"Repair what the codes say in the source: sanitising removes what is private and mends nothing else.",
} as const;

/** What went wrong in a call, as opposed to in content. */
export type ReplayErrorCode = keyof typeof repairHints;

/** A call that cannot be answered; faults of content are report entries instead. */
export class ReplayError extends Error {
	/** Tells the class across copies of this package. */
	override readonly name = "ReplayError";
	/** Stable; `message` is for people and may change. */
	readonly code: ReplayErrorCode;
	/** How to repair the call. */
	readonly hint: string;

	constructor(code: ReplayErrorCode, message: string) {
		super(message);
		this.code = code;
		this.hint = repairHints[code];
	}
}

/** Whether the value is a {@link ReplayError}, of the given code where one is given. */
export function isReplayError(error: unknown, code?: ReplayErrorCode): error is ReplayError {
	const found =
		error instanceof Error && error.name === "ReplayError" && "code" in error ? error.code : undefined;
	return code === undefined ? found !== undefined : found === code;
}
