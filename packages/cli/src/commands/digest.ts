import { sha256Id } from "@hindcast/canonical-json";
import { contentDigest, jointOrderDigest } from "@hindcast/replay-protocol";
import { modelSourceDigest } from "@hindcast/robot-model";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { exitCode } from "../exit-codes.ts";
import { readInput } from "../input.ts";
import { requireReplay } from "../read-file.ts";
import { type Command, type Shell, write } from "../shell.ts";

/** Prints the identities of a replay and of a model. */
export const digest: Command = {
	name: "digest",
	summary: "print content, joint order, file and model digests",
	usage: `Usage: hindcast digest FILE [--model FILE] [--json]
       hindcast digest --model FILE [--json]

Prints the identities of a replay, a name and sha256:<hex> a line:

  content_digest       of its arrays: the same in every encoding
  joint_order_digest   of its joint names in their order
  file_digest          of the file's bytes
  model_source_digest  of the bytes of the model given by --model

  --model FILE    a URDF
  --json          one JSON object
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("digest", args, {
			model: { type: "string" },
			json: { type: "boolean" },
		});
		const digests: Record<string, string> = {};
		if (positionals.length > 0 || values.model === undefined) {
			Object.assign(digests, await replayDigests(onlyPositional("digest", positionals, "file"), shell));
		}
		if (values.model !== undefined) {
			digests["model_source_digest"] = await modelSourceDigest(await readInput(values.model, shell));
		}
		const lines = Object.entries(digests).map(([name, id]) => `${name} ${id}\n`);
		await write(shell.stdout, values.json ? `${JSON.stringify(digests)}\n` : lines.join(""));
		return exitCode.ok;
	},
};

async function replayDigests(path: string, shell: Shell): Promise<Record<string, string>> {
	const { artifact, bytes } = await requireReplay(path, shell);
	return {
		content_digest: await contentDigest(artifact, { signal: shell.signal }),
		joint_order_digest: await jointOrderDigest(artifact.arrays.joint_name.data),
		file_digest: await sha256Id(bytes),
	};
}
