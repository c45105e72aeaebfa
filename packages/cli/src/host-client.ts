import type { AnnotateRequest, AnnotateResponse } from "@hindcast/replay-protocol/http";
import { annotateResponseSchema, errorBodySchema } from "@hindcast/replay-protocol/http";
import { exitCode } from "./exit-codes.ts";
import { Failure, usageFailure } from "./failure.ts";

const largestAnswer = 16 * 1024 * 1024;
const patienceMilliseconds = 30_000;

/**
 * The address of a host on this machine, and of no other: the host has no accounts, and evidence does not leave by the
 * command line. A host elsewhere is reached by a tunnel, such as ssh's.
 *
 * @throws Failure `usage`
 */
export function loopbackHost(text: string): URL {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const isLoopback = url !== undefined && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
	const isPlain =
		url?.protocol === "http:" && url.username === "" && url.password === "" && url.pathname === "/";
	if (url !== undefined && isLoopback && isPlain) return url;
	throw usageFailure(
		`--host must be a host on this machine: "${text}"`,
		"Write http://127.0.0.1:4655; reach another machine's host by a tunnel.",
	);
}

/**
 * Posts a note to a running host. This is all that the program ever sends: a note, to this machine.
 *
 * @throws Failure with the host's code where it refuses, `host-unreachable` where there is none
 */
export async function postAnnotation(
	host: URL,
	request: AnnotateRequest,
	signal: AbortSignal,
): Promise<AnnotateResponse> {
	const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]);
	const url = new URL("/api/moonrobo/replays/annotate", host);
	if (url.hostname === "localhost") url.hostname = "127.0.0.1"; // whatever a resolver says
	let status: number;
	let answer: unknown;
	try {
		const headers = { "content-type": "application/json" };
		const body = JSON.stringify(request);
		const response = await fetch(url, { method: "POST", headers, body, redirect: "error", signal: patience });
		status = response.status;
		answer = await boundedJson(response);
	} catch (error) {
		if (signal.aborted) throw error;
		throw failure(
			"host-unreachable",
			`no Hindcast host answers at ${host.origin}`,
			"Start one: hindcast serve",
		);
	}
	const accepted = annotateResponseSchema.safeParse(answer);
	if (status < 300 && accepted.success) return accepted.data;
	const refused = errorBodySchema.safeParse(answer);
	if (!refused.success)
		throw failure("host-unknown", `${host.origin} answers as no Hindcast host`, "Check --host.");
	const { code, message, hint = "See the host's API.md." } = refused.data;
	throw new Failure({ code, message, hint, exit: exitCode.blocked });
}

async function boundedJson(response: Response): Promise<unknown> {
	const reader = response.body?.getReader();
	const decoder = new TextDecoder();
	let text = "";
	for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
		text += decoder.decode(part.value, { stream: true });
		if (text.length <= largestAnswer) continue;
		await reader?.cancel();
		return undefined;
	}
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function failure(code: string, message: string, hint: string): Failure {
	return new Failure({ code, message, hint, exit: exitCode.io });
}
