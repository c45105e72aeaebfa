import { type ObservationSession, type TelemetryFrame, timelineOf } from "@hindcast/replay-protocol";
import {
	type SessionReplay,
	sessionAnnotationsSchema,
	sessionListSchema,
} from "@hindcast/replay-protocol/http";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { HostState } from "../host-state.ts";
import { looksPrivate, mask, withoutPrivate } from "../privacy.ts";
import { parameter } from "./replay-handlers.ts";

/** Frames of the longest session whose timeline is answered. */
const maxTimelineFrames = 100_000;

/** `GET /api/moonrobo/sessions` */
export async function listSessions({ sessions }: HostState): Promise<z.infer<typeof sessionListSchema>> {
	const listed = await sessions.list();
	return sessionListSchema.parse({
		session_count: listed.length,
		sessions: listed.map(({ session, episode }) => ({
			...session,
			bridge_id: shown(session.bridge_id),
			status: session.status === "Active" ? "active" : "stopped",
			...(episode !== undefined && { episode_id: episode.episodeId }),
		})),
	});
}

/** `GET /api/replays/{session_id}` */
export async function getSessionReplay(
	{ sessions }: HostState,
	request: FastifyRequest,
): Promise<SessionReplay> {
	const found = await sessions.find(parameter(request, "session_id"));
	const bounds = { maxFrames: maxTimelineFrames, isWhole: false };
	const frames = await sessions.withFrames(found, bounds, projected);
	return timelineOf(answerable(found.session), frames);
}

/** `GET /api/replays/{session_id}/annotations` */
export async function getSessionAnnotations(
	{ sessions }: HostState,
	request: FastifyRequest,
): Promise<z.infer<typeof sessionAnnotationsSchema>> {
	const sessionId = parameter(request, "session_id");
	const annotations = await sessions.annotations(sessionId);
	return sessionAnnotationsSchema.parse({
		session_id: sessionId,
		annotation_count: annotations.length,
		annotations: annotations.map((annotation) => ({
			...Object(withoutPrivate(annotation)),
			session_id: sessionId,
		})),
	});
}

/** Keeps of each frame what a timeline shows. */
async function projected(frames: AsyncIterable<TelemetryFrame>): Promise<TelemetryFrame[]> {
	const kept: TelemetryFrame[] = [];
	const blanks = new Map<number, never[]>();
	const listOf = (length: number): never[] => {
		const list = blanks.get(length) ?? new Array<never>(length);
		blanks.set(length, list);
		return list;
	};
	for await (const { frame_id, robot_id, bridge_id, captured_at_ms, mode, joints, errors = [] } of frames) {
		kept.push({
			frame_id,
			robot_id,
			bridge_id,
			captured_at_ms,
			mode: shown(mode),
			joints: listOf(joints.length),
			errors: listOf(errors.length),
		});
	}
	return kept;
}

/** A session with what may be answered of it; its ids are those of its place. */
function answerable(session: ObservationSession): ObservationSession {
	const { latest_frame_id: latest } = session;
	return {
		...session,
		bridge_id: shown(session.bridge_id),
		...(latest !== undefined && { latest_frame_id: shown(latest) }),
	};
}

function shown(text: string): string {
	return looksPrivate(text) ? mask : text;
}
