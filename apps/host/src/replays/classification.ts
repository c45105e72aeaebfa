import type { Classification, ReplayManifest } from "@hindcast/replay-protocol/http";

/**
 * The evidence class of a stored replay, computed from how it came here and never from what it claims.
 *
 * `recorded` needs a replay that stood in the robot's book without having been imported. A claim of
 * `physical-feedback-verified` counts as a recording: verification needs a receipt and a feedback snapshot that
 * resolve, which this host does not keep yet.
 *
 * @param wasImported whether the replay has an import receipt
 */
export function classify(
	manifest: Pick<ReplayManifest, "metadata" | "source">,
	wasImported: boolean,
): Classification {
	const claimed = manifest.metadata.artifact_class;
	if (claimed === "retargeted" || manifest.source.kind === "retarget") return "retargeted";
	if (claimed === "simulated" || manifest.source.kind === "simulation") return "simulated";
	return wasImported || manifest.source.kind === "import" ? "imported" : "recorded";
}
