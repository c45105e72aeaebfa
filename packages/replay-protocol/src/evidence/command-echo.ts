import type { ExecutionSnapshot, RunReceipt, TelemetryFrame } from "./ledger.ts";

/** Parameters of an intent that a frame must repeat where the intent carries them. */
const echoedParameters = ["x", "yaw", "duration_ms"] as const;

/**
 * Whether a feedback frame repeats the command that it answers, in `operator_input`: capability, intent, request and
 * receipt as text, and the parameters that the intent carried as numbers, so that "0.10" repeats "0.1".
 */
export function echoFault(
	frame: TelemetryFrame,
	receipt: RunReceipt,
	snapshot: ExecutionSnapshot,
): "echo-missing" | "echo-differs" | null {
	const { intent } = receipt;
	const expected: [key: string, value: string][] = [
		["command_capability", intent.capability],
		["command_intent_id", intent.intent_id],
		["command_bridge_request_id", snapshot.bridge_request_id],
		["command_receipt_id", receipt.receipt_id],
	];
	const given = new Map(Object.entries(frame.operator_input ?? {}));
	const texts = expected.map(([key, value]) => ({ found: given.get(key), same: given.get(key) === value }));
	const parameters = new Map(Object.entries(intent.parameters));
	const numbers = echoedParameters.flatMap((name) => {
		const value = parameters.get(name);
		if (value === undefined) return [];
		const found = given.get(`command_${name}`);
		return [{ found, same: found !== undefined && isSameNumber(found, value) }];
	});
	const echoes = [...texts, ...numbers];
	if (echoes.some(({ found }) => found === undefined)) return "echo-missing";
	return echoes.every(({ same }) => same) ? null : "echo-differs";
}

const decimal = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** Equal as decimal numbers, or as texts where one is none or beyond what a float holds. */
function isSameNumber(one: string, other: string): boolean {
	if (one === other) return true;
	const value = Number(one);
	return decimal.test(one) && decimal.test(other) && Number.isFinite(value) && value === Number(other);
}
