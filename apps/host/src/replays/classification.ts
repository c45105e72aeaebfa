import type { Classification, ReplayManifest } from "@hindcast/replay-protocol/http";

/** Classes from the least that a replay can show to the most. */
const ranking: readonly Classification[] = [
	"sandboxed",
	"simulated",
	"retargeted",
	"imported",
	"recorded",
	"physical-feedback-verified",
];

/** Sources whose exports say what they are. */
const sessionSources: readonly string[] = ["observation-session", "dataset-episode"];

/** A replay that another one was exported from. */
export interface ExportSource {
	readonly replayId: string;
	/** The content that was exported; undefined where nothing tells it. */
	readonly contentDigest: string | undefined;
}

/** Where a replay came from, as far as its own folder tells. */
export interface Origin {
	/** The class by itself: without links, and whatever it was exported from. */
	readonly own: Classification;
	readonly exportedFrom: readonly ExportSource[];
	/** Whether a link to a run of the replay's robot is proved. */
	readonly isLinked: boolean;
}

/**
 * The evidence class of a stored replay by itself, computed from how it came here and never from what it claims.
 *
 * `recorded` needs a replay that stood in the robot's book without having been imported; one made of a session must say
 * so, too, because sessions of bridges behind which no robot is known to stand are exported without a class. A claim of
 * `physical-feedback-verified` counts as a recording: only a link verifies, see {@link classOf}.
 *
 * @param wasImported whether the replay has an import receipt
 */
export function classify(
	manifest: Pick<ReplayManifest, "metadata" | "source">,
	wasImported: boolean,
): Classification {
	const claimed = manifest.metadata.artifact_class;
	if (claimed === "simulated" || manifest.source.kind === "simulation") return "simulated";
	if (claimed === "retargeted" || manifest.source.kind === "retarget") return "retargeted";
	const isUntold = claimed === undefined && sessionSources.includes(manifest.source.kind);
	return wasImported || isUntold || manifest.source.kind === "import" ? "imported" : "recorded";
}

/**
 * The evidence class of a replay among others.
 *
 * An export of a replay is never of a higher class than its source, and never verified, because a link belongs to the
 * replay that it was made for. Where the source is gone or has other content, nothing shows that it was a recording of
 * this book: the export is at most `imported`. Sandboxed and simulated replays are never verified.
 *
 * @param sourceClass the class without links of a replay that still stands with the content that was exported
 */
export function classOf(
	origin: Origin,
	sourceClass: (source: ExportSource) => Classification | undefined,
): Classification {
	const { own, exportedFrom, isLinked } = origin;
	const classes = exportedFrom.map((source) => sourceClass(source) ?? "imported");
	return isLinked && canBeLinked(origin) ? "physical-feedback-verified" : lowest([own, ...classes]);
}

/** Whether a link may verify a replay. */
export function canBeLinked({ own, exportedFrom }: Origin): boolean {
	return exportedFrom.length === 0 && own !== "sandboxed" && own !== "simulated";
}

function lowest(classes: readonly Classification[]): Classification {
	return ranking.find((candidate) => classes.includes(candidate)) ?? "imported";
}
