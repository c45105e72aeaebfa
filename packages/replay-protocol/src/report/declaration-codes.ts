import { type DiagnosticDefinition, define } from "./define-code.ts";

/** Declarations: what the metadata says about the arrays. */
export const declarationCodes = {
	"unknown-unit": define(
		"blocking",
		"a unit is not the one the protocol uses",
		["key", "unit"],
		"Convert to SI: s, rad, m and their rates.",
	),
	"unit-missing": define(
		"blocking",
		"the declared units lack a quantity that the arrays use",
		["key"],
		"Declare the unit of every quantity that is there.",
	),
	"unsupported-quaternion-order": define(
		"blocking",
		"the declared quaternion order is not wxyz",
		["found"],
		"Reorder quaternions to w, x, y, z when converting.",
	),
	"metadata-count-mismatch": define(
		"blocking",
		"a count in metadata is not that of the arrays",
		["key", "declared", "found"],
		"Write the counts from the arrays.",
	),
	"duration-mismatch": define(
		"advisory",
		"the declared duration differs from the span of the times by more than 1 ms",
		["declared", "found"],
		"Write the difference of the last and first time.",
	),
	"exported-at-invalid": define(
		"advisory",
		"the declared time of export is not an RFC 3339 time in UTC",
		["found"],
		"Write it as 2026-01-31T12:00:00Z.",
	),
	"content-digest-mismatch": define(
		"blocking",
		"the declared content digest is not that of the arrays",
		["declared", "computed"],
		"The arrays changed after the digest was written: export again from the source.",
	),
	"artifact-class-invalid": define(
		"blocking",
		"the declared artifact class is not one of the four",
		["found"],
		"Use recorded, simulated, retargeted or physical-feedback-verified.",
	),
} as const satisfies Record<string, DiagnosticDefinition>;
