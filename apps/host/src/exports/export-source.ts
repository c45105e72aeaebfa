import {
	createReplay,
	type ExportReceipt,
	type ReplayArtifact,
	type ReplayBasics,
	type ReplayMetadata,
	replayLimits,
	toWireReport,
} from "@hindcast/replay-protocol";
import { convertTelemetryFrames, isConvertError } from "@hindcast/replay-protocol/convert";
import type { ExportRequest } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { withoutPrivateValues } from "../privacy.ts";
import { findReplay, openArtifact } from "../replays/replay-detail.ts";
import type { ReplayStore } from "../replays/replay-store.ts";
import { bridgeNature, isRobotsBridge } from "../robots/profile.ts";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";
import { type Episode, type FoundSession, framesFolder } from "../sessions/session-files.ts";
import type { Sessions } from "../sessions/sessions.ts";

/** Where exports come from. */
export interface ExportSources {
	readonly store: ReplayStore;
	readonly books: RobotBooks;
	readonly sessions: Sessions;
}

/** Evidence of a book, as a replay. */
export interface ExportSource {
	readonly artifact: ReplayArtifact;
	readonly book: RobotBook;
	/** What people know it by. */
	readonly label: string;
	/** What the receipt says about it. */
	readonly receipt: Pick<ExportReceipt, "source"> & { readonly episode?: object };
}

/**
 * Reads what is to be exported.
 *
 * @throws HostError `replay-not-found`, `session-not-found`, `episode-not-found`, `evidence-damaged`, `session-damaged`,
 *   `session-too-large`; `export-blocked` where telemetry gives no replay by the rule of `fill`
 */
export async function readSource(sources: ExportSources, request: ExportRequest): Promise<ExportSource> {
	const { kind, id } = request.source;
	if (kind === "replay") return replaySource(sources, id);
	if (kind === "dataset-episode") return episodeSource(sources, request);
	const found = await sources.sessions.find(id);
	return { ...(await convertSession(sources, found, { request })), receipt: { source: { kind, id } } };
}

async function replaySource({ store, books }: ExportSources, id: string): Promise<ExportSource> {
	const entry = findReplay(store, id);
	const { artifact, manifest } = await openArtifact(store, entry);
	const book = await books.find(entry.summary.robot_id);
	if (book === undefined) throw new HostError("evidence-damaged");
	const source = { kind: "replay" as const, id, content_digest: manifest.content_digest };
	return { artifact, book, label: manifest.label, receipt: { source } };
}

/** An episode is derived from its session and the session's review: it has no document of its own. */
async function episodeSource(sources: ExportSources, request: ExportRequest): Promise<ExportSource> {
	const { kind, id } = request.source;
	const sessionId = /^episode-(.+)$/.exec(id)?.[1];
	const found = sessionId === undefined ? undefined : await ifFound(() => sources.sessions.find(sessionId));
	const episode = found === undefined ? undefined : await sources.sessions.episodeOf(found);
	if (found === undefined || episode === undefined) throw new HostError("episode-not-found");
	return {
		...(await convertSession(sources, found, { request, episode })),
		receipt: {
			source: { kind, id },
			episode: {
				session_id: found.session.session_id,
				review_id: episode.reviewId,
				...(episode.disposition !== undefined && { review_disposition: episode.disposition }),
			},
		},
	};
}

async function ifFound<T>(find: () => Promise<T>): Promise<T | undefined> {
	try {
		return await find();
	} catch (error) {
		if (error instanceof HostError && error.code === "session-not-found") return undefined;
		throw error;
	}
}

interface Conversion {
	readonly request: ExportRequest;
	readonly episode?: Episode;
}

async function convertSession(
	{ sessions }: ExportSources,
	found: FoundSession,
	{ request, episode }: Conversion,
): Promise<Omit<ExportSource, "receipt">> {
	const { book, session } = found;
	const jointOrder = jointOrderOf(book);
	const { model } = book;
	const bounds = { maxFrames: replayLimits.frames, isWhole: true };
	const converted = await sessions.withFrames(found, bounds, (frames) =>
		convertTelemetryFrames(frames, {
			robotId: session.robot_id,
			...(session.bridge_id !== "" && { bridgeId: session.bridge_id }),
			...(bridgeNature(book.profile) === "simulation" && { artifactClass: "simulated" as const }),
			...(jointOrder !== undefined && { jointOrder }),
			...(request.fill !== undefined && { fill: request.fill }),
			...("digest" in model && model.digest !== null && { modelSourceDigest: model.digest }),
		}).catch((error: unknown) => {
			throw convertible(error);
		}),
	);
	if (converted.artifact === undefined) {
		const validation = withoutPrivateValues(toWireReport(converted.report));
		throw new HostError("export-blocked", { validation });
	}
	const artifact = await withJointTypes(converted.artifact, book);
	const links = evidenceLinks(found, artifact.metadata, episode);
	return {
		artifact: { ...artifact, metadata: { ...classedFor(found, artifact.metadata), ...links } },
		book,
		label: session.session_id,
	};
}

/** What the converter could not take, in the host's words. */
function convertible(error: unknown): unknown {
	if (isConvertError(error, "limit-exceeded")) return new HostError("session-too-large");
	return isConvertError(error) ? new HostError("session-damaged") : error;
}

/** The metadata without the class `recorded` where no robot is known to stand behind the session's bridge. */
function classedFor({ book, session }: FoundSession, metadata: ReplayMetadata): ReplayMetadata {
	const { artifact_class: declared, ...others } = metadata;
	const isUnfounded = declared === "recorded" && !isRobotsBridge(book.profile, session.bridge_id);
	return isUnfounded ? others : metadata;
}

/** The joints of the robot's profile by their indices; undefined where it names none, or one twice. */
function jointOrderOf({ profile }: RobotBook): string[] | undefined {
	const names = [...(profile.joints ?? [])].sort((a, b) => a.index - b.index).map(({ name }) => name);
	return names.length > 0 && new Set(names).size === names.length ? names : undefined;
}

/** The artifact with what the book's model says about how its joints move, if it knows them all: units follow from it. */
async function withJointTypes(artifact: ReplayArtifact, { model }: RobotBook): Promise<ReplayArtifact> {
	const known = new Map(model.status === "ready" ? model.joints.map(({ name, type }) => [name, type]) : []);
	const types = artifact.arrays.joint_name.data.flatMap((name) => {
		const type = known.get(name);
		return type === "revolute" || type === "continuous" || type === "prismatic" ? [type] : [];
	});
	if (types.length < artifact.arrays.joint_name.data.length) return artifact;
	// Units of before were those of joints that all turn; what else is computed stays what it is.
	const { units: _, ...basics } = artifact.metadata;
	const metadata = { ...basics, joint_type: types } as unknown as ReplayBasics;
	return createReplay({ metadata, arrays: artifact.arrays });
}

/** Where the evidence of an export is; a public one is told what of it was left out. */
function evidenceLinks(
	{ session }: FoundSession,
	{ receipt_ids = [] }: ReplayMetadata,
	episode: Episode | undefined,
): Partial<ReplayMetadata> {
	const { session_id, receipt_id } = session;
	const own = receipt_id === "" || receipt_id === "-" ? [] : [receipt_id];
	return {
		session_id,
		evidence_paths: [
			`runs/observations/${session_id}.json`,
			framesFolder(session_id).join("/"),
			...(episode === undefined ? [] : [`runs/reviews/${episode.reviewId}.json`]),
		],
		receipt_ids: [...new Set([...own, ...receipt_ids])],
	};
}
