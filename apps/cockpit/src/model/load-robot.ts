import type { RobotDetail, RobotSummary } from "@hindcast/replay-protocol/http";
import { modelSourceDigest, type RobotModel, readUrdf } from "@hindcast/robot-model";
import type { HostApi } from "../api/host-api.ts";
import type { MeshLoader } from "../assets/mesh.ts";
import { createMeshLoader, type MeshLocation } from "../assets/mesh-loader.ts";

/** A robot that can be drawn and judged against. */
export interface LoadedRobot {
	readonly summary: RobotSummary;
	readonly model: RobotModel;
	/** The description's text, which the viewport draws. */
	readonly urdf: string;
	/** Digest of the description's bytes as they arrived. */
	readonly modelDigest: string;
	readonly loadMesh: MeshLoader;
}

/** A robot of the store: loaded, or known but without a usable model. */
export type RobotState =
	| { readonly state: "ready"; readonly robot: LoadedRobot }
	| { readonly state: "no-model"; readonly detail: RobotDetail };

/** Loads a robot with its model. Rejects with `ApiError` or `UrdfError`. */
export async function loadRobot(
	api: Pick<HostApi, "readRobot" | "download">,
	id: string,
	signal: AbortSignal,
): Promise<RobotState> {
	const detail = await api.readRobot(id, signal);
	if (detail.model_route === null || detail.model_error !== null) return { state: "no-model", detail };
	const bytes = await api.download(detail.model_route, { signal });
	const urdf = new TextDecoder().decode(bytes);
	const robot: LoadedRobot = {
		summary: detail.robot,
		model: readUrdf(urdf),
		urdf,
		modelDigest: await modelSourceDigest(bytes),
		loadMesh: createMeshLoader({ resolve: (reference) => locate(detail, reference) }),
	};
	return { state: "ready", robot };
}

function locate(detail: RobotDetail, reference: string): MeshLocation {
	const asset = detail.assets.find((candidate) => candidate.reference === reference);
	if (asset?.status !== "resolved" || asset.route === null || asset.checksum === null)
		return { missing: asset?.status ?? "missing" };
	return { url: asset.route, digest: asset.checksum, byteLength: Number(asset.byte_count ?? "0") };
}
