import type { ReplayArtifact, ReplayEncoding, ValidationReport } from "@hindcast/replay-protocol";
import type { Classification, ImportResponse } from "@hindcast/replay-protocol/http";
import { ApiError, isApiError } from "../api/api-error.ts";
import type { HostApi } from "../api/host-api.ts";
import type { ReadProgress, ReplayOperations } from "../workers/replay-operations.ts";
import type { WorkerClient } from "../workers/worker-client.ts";
import { type Fault, toFault } from "./fault.ts";
import { createStore, type Readable } from "./store.ts";

/** Largest file that is opened: the protocol's upload limit. */
export const maxFileBytes = 512 * 1024 * 1024;

/** A file that was read and may be accepted. */
export interface Candidate {
	readonly file: File;
	readonly artifact: ReplayArtifact;
	readonly report: ValidationReport;
	readonly contentDigest: string;
	readonly encoding: ReplayEncoding;
}

/** Where a file stands between the drop and the store. Only `accepting` sends anything. */
export type AdmissionState =
	| { readonly phase: "idle" }
	| { readonly phase: "reading"; readonly file: File; readonly progress: ReadProgress }
	| {
			readonly phase: "reported";
			readonly candidate: Candidate;
			/** Whether the operator looks at the preview instead of the report. */
			readonly aside: boolean;
	  }
	| { readonly phase: "accepting"; readonly candidate: Candidate }
	| { readonly phase: "accepted"; readonly candidate: Candidate; readonly response: ImportResponse }
	| {
			readonly phase: "refused";
			readonly file: File;
			readonly report: ValidationReport;
			/** Who refused: the reader in this browser, or the host. */
			readonly by: "reader" | "host";
	  }
	| {
			readonly phase: "failed";
			readonly file: File;
			readonly fault: Fault;
			/** The candidate to try again with; null where reading itself failed. */
			readonly candidate: Candidate | null;
	  };

/** The way of a file into the store: read here, report, and sent only on accept. */
export interface Admission {
	readonly state: Readable<AdmissionState>;
	/** Reads a file in the worker. A file that is being read is given up for the new one. */
	open(file: File): Promise<void>;
	/** Sends the reported candidate; does nothing in any other phase. */
	accept(label: string): Promise<void>;
	/** Puts the report aside for the preview, or takes it up again. */
	setAside(aside: boolean): void;
	/** From `failed` with a candidate back to its report. */
	back(): void;
	/** Stops whatever runs and forgets the file. */
	dismiss(): void;
}

/** What an admission works with. */
export interface AdmissionDependencies {
	readonly api: Pick<HostApi, "importReplay">;
	readonly reader: WorkerClient<ReplayOperations>;
	/** Wall clock, Unix milliseconds, for the request's `now_ms`. */
	readonly now: () => number;
}

/** Makes an idle admission. */
export function createAdmission({ api, reader, now }: AdmissionDependencies): Admission {
	const state = createStore<AdmissionState>({ phase: "idle" });
	let controller = new AbortController();
	const restart = (): AbortSignal => {
		controller.abort();
		controller = new AbortController();
		return controller.signal;
	};
	return {
		state,
		async open(file) {
			const signal = restart();
			state.set({
				phase: "reading",
				file,
				progress: { stage: "loading", byteLength: file.size, part: null },
			});
			const onProgress = (progress: ReadProgress) => {
				if (!signal.aborted) state.set({ phase: "reading", file, progress });
			};
			const next = await read(reader, file, { signal, onProgress }).catch(
				(error): AdmissionState => ({ phase: "failed", file, fault: toFault(error), candidate: null }),
			);
			if (!signal.aborted) state.set(next);
		},
		async accept(label) {
			const reported = state.get();
			if (reported.phase !== "reported") return;
			const { candidate } = reported;
			const signal = restart();
			state.set({ phase: "accepting", candidate });
			const next = await send(api, candidate, { label, nowMs: now(), signal });
			if (!signal.aborted) state.set(next);
		},
		setAside(aside) {
			const reported = state.get();
			if (reported.phase === "reported") state.set({ ...reported, aside });
		},
		back() {
			const failed = state.get();
			if (failed.phase === "failed" && failed.candidate !== null)
				state.set({ phase: "reported", candidate: failed.candidate, aside: false });
		},
		dismiss() {
			restart();
			state.set({ phase: "idle" });
		},
	};
}

/** The class that the host will give: a claim of recording or verification proves nothing, so it becomes `imported`. */
export function classOnImport({ metadata }: ReplayArtifact): Classification {
	const { artifact_class: declared } = metadata;
	return declared === "simulated" || declared === "retargeted" ? declared : "imported";
}

async function read(
	reader: AdmissionDependencies["reader"],
	file: File,
	options: { signal: AbortSignal; onProgress: (progress: ReadProgress) => void },
): Promise<AdmissionState> {
	if (file.size > maxFileBytes) throw tooLarge(file.size);
	const found = await reader.call("read", { source: file, accepted: false }, options);
	const { artifact, report, contentDigest, encoding } = found;
	if (artifact === null || contentDigest === null || encoding === null)
		return { phase: "refused", file, report, by: "reader" };
	return { phase: "reported", candidate: { file, artifact, report, contentDigest, encoding }, aside: false };
}

async function send(
	api: AdmissionDependencies["api"],
	candidate: Candidate,
	{ label, nowMs, signal }: { label: string; nowMs: number; signal: AbortSignal },
): Promise<AdmissionState> {
	const { file, artifact, contentDigest, encoding } = candidate;
	const request = {
		visibility: artifact.metadata.visibility ?? "private",
		requester: { kind: "operator", id: "cockpit" },
		now_ms: String(nowMs),
		...(label.trim() === "" ? {} : { label: label.trim() }),
	};
	try {
		const response = await api.importReplay({ body: file, encoding, request }, signal);
		if (response.receipt.content_digest === contentDigest) return { phase: "accepted", candidate, response };
		throw new ApiError({
			code: "content-digest-mismatch",
			status: 200,
			message: `${response.receipt.content_digest} ≠ ${contentDigest}`,
		});
	} catch (error) {
		if (isApiError(error) && error.report !== null && !error.report.valid) {
			const report = { ok: false, diagnostics: error.report.issues };
			return { phase: "refused", file, report, by: "host" };
		}
		return { phase: "failed", file, fault: toFault(error), candidate };
	}
}

function tooLarge(size: number): ApiError {
	return new ApiError({
		code: "payload-too-large",
		status: 0,
		message: `${size} bytes; at most ${maxFileBytes}`,
	});
}
