import type { RobotAsset, RobotDetail, RobotSummary } from "@hindcast/replay-protocol/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HostError } from "../errors/host-error.ts";
import type { HostState } from "../host-state.ts";
import { looksPrivate, mask, withoutPrivate } from "../privacy.ts";
import { assetType } from "../robots/asset-types.ts";
import { isServableName, referenceCandidates } from "../robots/mesh-references.ts";
import { enumName } from "../robots/profile.ts";
import type { RobotBook } from "../robots/robot-books.ts";
import { isStorageError, type StoredFile } from "../storage/directory.ts";
import { revalidated, sendEntity } from "./entity.ts";
import { parameter } from "./replay-handlers.ts";

const maxReferences = 1024;

/** `GET /api/moonrobo/robots` */
export async function listRobots({ books }: HostState) {
	const robots = (await books.list()).map(summarizeRobot);
	return { robot_count: robots.length, robots };
}

/** `GET /api/moonrobo/robots/{robot_id}` */
export async function getRobot(state: HostState, request: FastifyRequest): Promise<RobotDetail> {
	const book = await findBook(state, request);
	const { model } = book;
	return {
		robot: summarizeRobot(book),
		profile: { ...Object(withoutPrivate(book.profile)), id: book.profile.id },
		model_route: modelFile(book) === undefined ? null : `${robotRoute(book)}/model`,
		model_error:
			model.status === "invalid"
				? { ...model.problem, message: String(withoutPrivate(model.problem.message)) }
				: null,
		assets: model.status === "ready" ? await resolveAssets(state, book, model) : [],
	};
}

/** `GET /api/moonrobo/robots/{robot_id}/model` */
export async function getModel(state: HostState, request: FastifyRequest, reply: FastifyReply) {
	const book = await findBook(state, request);
	const path = modelFile(book);
	const file = path === undefined ? undefined : await openIfThere(state, book, path);
	if (file === undefined) throw new HostError("model-not-found");
	return sendFile(state, file, { request, reply, contentType: "application/xml" });
}

/** `GET /api/moonrobo/robots/{robot_id}/assets/{asset}` */
export async function getAsset(state: HostState, request: FastifyRequest, reply: FastifyReply) {
	const book = await findBook(state, request);
	const path = assetPath(request);
	const contentType = assetType(path.at(-1) ?? "");
	if (contentType === undefined) throw new HostError("asset-not-found");
	const file = await openIfThere(state, book, ["model", ...path]);
	if (file === undefined) throw new HostError("asset-not-found");
	return sendFile(state, file, { request, reply, contentType });
}

async function findBook({ books }: HostState, request: FastifyRequest): Promise<RobotBook> {
	const book = await books.find(parameter(request, "robot_id"));
	if (book === undefined) throw new HostError("robot-not-found");
	return book;
}

/**
 * The path components of an asset request. Separators and NUL must stand as themselves, so that an address has one
 * meaning only.
 */
function assetPath(request: FastifyRequest): string[] {
	const values: Record<string, unknown> = Object(request.params);
	const segments = String(values["*"] ?? "").split("/");
	const hidden = /%(?:2f|5c|00)/i.test(request.raw.url ?? "");
	if (hidden || !segments.every(isServableName)) throw new HostError("asset-not-found");
	return segments;
}

async function sendFile(
	state: HostState,
	file: StoredFile,
	answer: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly contentType: string },
) {
	let digest: string;
	try {
		digest = await state.store.digests.digest(file);
	} catch (error) {
		await file.close();
		throw error;
	}
	const { request, reply, contentType } = answer;
	return sendEntity(request, reply, { file, digest, contentType, cacheControl: revalidated });
}

async function openIfThere(
	{ books }: HostState,
	book: RobotBook,
	path: readonly string[],
): Promise<StoredFile | undefined> {
	try {
		return await books.open(book, path);
	} catch (error) {
		if (isStorageError(error, "missing") || isStorageError(error, "refused")) return undefined;
		throw error;
	}
}

function summarizeRobot({ profile, model }: RobotBook): RobotSummary {
	const freshness = Number(profile.limits?.telemetry_freshness_ms);
	const told = (text: string) => String(withoutPrivate(text));
	return {
		robot_id: profile.id,
		label: told(profile.label ?? profile.id),
		kind: told(enumName(profile.kind)),
		platform: told(profile.platform ?? ""),
		bridge_id: profile.bridge?.id === undefined ? null : told(profile.bridge.id),
		joint_count: profile.joints?.length ?? (model.status === "ready" ? model.jointCount : 0),
		model_status: model.status,
		model_source_digest: model.status === "missing" ? null : model.digest,
		telemetry_freshness_ms: Number.isFinite(freshness) ? freshness : null,
	};
}

function modelFile({ model }: RobotBook): readonly string[] | undefined {
	return model.status === "missing" ? undefined : (model.path ?? undefined);
}

async function resolveAssets(
	state: HostState,
	book: RobotBook,
	model: { readonly path: readonly string[]; readonly references: readonly string[] },
): Promise<RobotAsset[]> {
	const folder = model.path.slice(1, -1);
	const assets: RobotAsset[] = [];
	for (const reference of model.references.slice(0, maxReferences)) {
		assets.push(
			await resolveAsset(state, book, { reference, candidates: referenceCandidates(reference, folder) }),
		);
	}
	return assets;
}

async function resolveAsset(
	state: HostState,
	book: RobotBook,
	{ reference, candidates }: { readonly reference: string; readonly candidates: string[][] | null },
): Promise<RobotAsset> {
	const unresolved = { route: null, checksum: null, byte_count: null };
	if (candidates === null || !candidates.some((path) => assetType(path.at(-1) ?? "") !== undefined)) {
		const isPlain = !/^[/\\~]|^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference) && !looksPrivate(reference);
		return { reference: isPlain ? reference : mask, status: "refused", ...unresolved };
	}
	for (const path of candidates) {
		const file = await openIfThere(state, book, ["model", ...path]);
		if (file === undefined) continue;
		try {
			const route = `${robotRoute(book)}/assets/${path.map(encodeURIComponent).join("/")}`;
			const checksum = await state.store.digests.digest(file);
			return { reference, status: "resolved", route, checksum, byte_count: String(file.byteLength) };
		} finally {
			await file.close();
		}
	}
	return { reference, status: "missing", ...unresolved };
}

function robotRoute({ profile }: RobotBook): string {
	return `/api/moonrobo/robots/${encodeURIComponent(profile.id)}`;
}
