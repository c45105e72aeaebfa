import type { HostApi } from "../api/host-api.ts";
import { frameTimesNs } from "../playback/frame-times.ts";
import { PlaybackClock } from "../playback/playback-clock.ts";
import type { ReplayOperations } from "../workers/replay-operations.ts";
import type { WorkerClient } from "../workers/worker-client.ts";
import { type Admission, createAdmission } from "./admission.ts";
import { type Catalog, createCatalog } from "./catalog.ts";
import { isAbort, toFault } from "./fault.ts";
import { defaultLayers, type LayerId, layersForRoute } from "./layers.ts";
import { type LoadProgress, loadReplay } from "./load-replay.ts";
import { loadRobot } from "./load-robot.ts";
import { createPlaybackView } from "./playback-view.ts";
import type { Router } from "./router.ts";
import type { Route } from "./routes.ts";
import { matchModel, type ReplayStage, type Stage, type StageRobot, type Subject } from "./stage.ts";
import { createStore, type Readable, type Store } from "./store.ts";

/** What a session works with. */
export interface SessionDependencies {
	readonly api: HostApi;
	readonly router: Router;
	/** A reader of its own for the stage, so that a dropped file never ends a replay's loading. */
	readonly stageReader: WorkerClient<ReplayOperations>;
	readonly admissionReader: WorkerClient<ReplayOperations>;
	/** Milliseconds that only grow. */
	readonly now: () => number;
	/** Wall clock, Unix milliseconds. */
	readonly wallClock: () => number;
}

const playingUrlMs = 1000;
const pausedUrlMs = 250;

/** All that the cockpit knows, without any framework: the panels read it, the viewport and the timeline follow it. */
export class Session {
	readonly catalog: Catalog;
	readonly admission: Admission;
	readonly router: Router;
	readonly layers: Store<readonly LayerId[]> = createStore(defaultLayers);
	/** Joint picked in a list, by name; null for none. */
	readonly selectedJoint: Store<string | null> = createStore<string | null>(null);
	readonly #stage: Store<Stage> = createStore<Stage>({ kind: "empty" });
	readonly #dependencies: SessionDependencies;
	#loading = new AbortController();
	#unfollow: () => void = () => {};

	constructor(dependencies: SessionDependencies) {
		const { api, admissionReader: reader, wallClock: now, router } = dependencies;
		this.#dependencies = dependencies;
		this.catalog = createCatalog(api);
		this.admission = createAdmission({ api, reader, now });
		this.router = router;
		this.admission.state.subscribe(() => this.#followAdmission());
		this.layers.subscribe(() => this.#writeAddress(pausedUrlMs));
		router.route.subscribe(() => void this.#show(router.route.get()));
	}

	/** What is shown. */
	get stage(): Readable<Stage> {
		return this.#stage;
	}

	/** Reads the catalog and shows what the address asks for. */
	async start(): Promise<void> {
		await Promise.all([this.catalog.refresh(), this.#show(this.router.route.get())]);
	}

	/** Shows a replay from its first frame. */
	openReplay(id: string): void {
		this.router.navigate({ name: "replay", id, timeNs: null, layers: layersForRoute(this.layers.get()) });
	}

	/** Shows a robot at its neutral position. */
	openRobot(id: string): void {
		this.router.navigate({ name: "robot", id });
	}

	/** Shows the reported candidate without storing it; its report stays at hand. */
	async preview(): Promise<void> {
		const reported = this.admission.state.get();
		if (reported.phase !== "reported") return;
		const { artifact, contentDigest, report } = reported.candidate;
		this.router.navigate({ name: "home" });
		this.#clear();
		const { signal } = this.#loading;
		const robot = await this.#robot(artifact.metadata.robot_id, signal);
		if (signal.aborted) return;
		const { diagnostics } = report;
		this.#stage.set(
			this.#replayStage({ id: null, detail: null, diagnostics, artifact, contentDigest }, robot),
		);
		this.admission.setAside(true);
	}

	/** Tries again what failed to load. */
	retry(): void {
		this.#stage.set({ kind: "empty" });
		void this.start();
	}

	/** Draws the shown replay on a model that the operator chose; the choice is visible, and never stored. */
	async chooseModel(robotId: string): Promise<void> {
		const stage = this.#stage.get();
		if (stage.kind !== "replay") return;
		const robot = await this.#robot(robotId, this.#loading.signal);
		const now = this.#stage.get();
		if (now.kind !== "replay" || now.clock !== stage.clock) return;
		this.#stage.set({ ...now, robot, match: matchModel(now.artifact, robot), chosen: true });
	}

	async #show(route: Route): Promise<void> {
		if (route.name === "replay" && route.layers !== null) this.layers.set(route.layers);
		const shown = this.#stage.get();
		if (route.name === "replay" && shown.kind === "replay" && shown.id === route.id) {
			shown.clock.seek(route.timeNs ?? 0);
			return;
		}
		this.#clear();
		const { signal } = this.#loading;
		if (route.name === "home") this.#stage.set({ kind: "empty" });
		if (route.name === "unknown") this.#stage.set({ kind: "nowhere", path: route.path });
		if (route.name === "replay") await this.#load({ kind: "replay", id: route.id }, signal, route.timeNs);
		if (route.name === "robot") await this.#load({ kind: "robot", id: route.id }, signal, null);
	}

	#clear(): void {
		this.#loading.abort();
		this.#loading = new AbortController();
		this.#unfollow();
		this.#unfollow = () => {};
		const shown = this.#stage.get();
		if (shown.kind === "replay") shown.clock.pause();
		this.selectedJoint.set(null);
	}

	async #load(subject: Subject, signal: AbortSignal, timeNs: number | null): Promise<void> {
		const onProgress = (progress: LoadProgress) => {
			if (!signal.aborted) this.#stage.set({ kind: "loading", subject, progress });
		};
		onProgress({ step: subject.kind === "replay" ? "record" : "robot", received: 0, total: null });
		try {
			const stage =
				subject.kind === "replay"
					? await this.#storedReplay(subject.id, signal, onProgress)
					: ({ kind: "robot", id: subject.id, robot: await this.#knownRobot(subject.id, signal) } as const);
			if (signal.aborted) return;
			if (stage.kind === "replay") this.#follow(stage, timeNs);
			this.#stage.set(stage);
		} catch (error) {
			if (signal.aborted || isAbort(error)) return;
			this.#stage.set({ kind: "failed", subject, fault: toFault(error) });
		}
	}

	async #storedReplay(
		id: string,
		signal: AbortSignal,
		onProgress: (progress: LoadProgress) => void,
	): Promise<ReplayStage> {
		const { api, stageReader: reader } = this.#dependencies;
		const { detail, artifact, contentDigest } = await loadReplay(id, { api, reader, signal, onProgress });
		onProgress({ step: "robot", received: 0, total: null });
		const robot = await this.#robot(artifact.metadata.robot_id, signal);
		const diagnostics = detail.validation.issues;
		return this.#replayStage({ id, detail, diagnostics, artifact, contentDigest }, robot);
	}

	#replayStage(
		replay: Pick<ReplayStage, "id" | "detail" | "diagnostics" | "artifact" | "contentDigest">,
		robot: StageRobot,
	): ReplayStage {
		const { now } = this.#dependencies;
		const clock = new PlaybackClock(frameTimesNs(replay.artifact.arrays.t), { now });
		const playback = createPlaybackView(clock, now);
		const match = matchModel(replay.artifact, robot);
		return { kind: "replay", ...replay, clock, playback, robot, match, chosen: false };
	}

	#knownRobot(id: string, signal: AbortSignal) {
		return loadRobot(this.#dependencies.api, id, signal);
	}

	async #robot(id: string, signal: AbortSignal): Promise<StageRobot> {
		try {
			return await this.#knownRobot(id, signal);
		} catch (error) {
			if (isAbort(error)) throw error;
			const fault = toFault(error);
			return fault.code === "robot-not-found" ? { state: "unknown" } : { state: "failed", fault };
		}
	}

	#follow({ clock }: ReplayStage, timeNs: number | null): void {
		clock.seek(timeNs ?? 0);
		let playing = clock.playing;
		this.#unfollow = clock.subscribe(() => {
			const paused = playing && !clock.playing;
			playing = clock.playing;
			this.#writeAddress(paused ? 0 : playing ? playingUrlMs : pausedUrlMs);
		});
	}

	#writeAddress(intervalMs: number): void {
		this.router.replaceSoon(this.#address, intervalMs);
	}

	/** The address of what is shown; null for what has none of its own. */
	readonly #address = (): Route | null => {
		const stage = this.#stage.get();
		if (stage.kind !== "replay" || stage.id === null) return null;
		const { timeNs } = stage.clock;
		const layers = layersForRoute(this.layers.get());
		return { name: "replay", id: stage.id, timeNs: timeNs === 0 ? null : timeNs, layers };
	};

	#followAdmission(): void {
		const admitted = this.admission.state.get();
		const stage = this.#stage.get();
		if (admitted.phase === "idle" && stage.kind === "replay" && stage.id === null) {
			this.#clear();
			this.#stage.set({ kind: "empty" });
		}
		if (admitted.phase !== "accepted") return;
		void this.catalog.refresh();
		this.openReplay(admitted.response.receipt.replay_id);
	}
}
