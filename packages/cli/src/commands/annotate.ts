import { canonicalize, sha256Id } from "@hindcast/canonical-json";
import {
	type Annotation,
	annotationSchema,
	contentDigest,
	type ReplayArtifact,
} from "@hindcast/replay-protocol";
import type { AnnotateRequest } from "@hindcast/replay-protocol/http";
import { placeOf } from "../annotation-place.ts";
import { oneOf, onlyPositional, parseArguments } from "../arguments.ts";
import { exitCode } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { loopbackHost, postAnnotation } from "../host-client.ts";
import { standardStream } from "../input.ts";
import { checkTarget, writeResults } from "../output.ts";
import { requireReplay } from "../read-file.ts";
import { type Command, type Shell, write } from "../shell.ts";

const options = {
	frame: { type: "string" },
	from: { type: "string" },
	to: { type: "string" },
	whole: { type: "boolean" },
	label: { type: "string" },
	note: { type: "string" },
	severity: { type: "string" },
	by: { type: "string" },
	id: { type: "string" },
	"created-at-ms": { type: "string" },
	"replay-id": { type: "string" },
	host: { type: "string" },
	output: { type: "string", short: "o" },
	force: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseArguments<typeof options>>["values"];

/** Makes a note on a replay. */
export const annotate: Command = {
	name: "annotate",
	summary: "make a note on a frame, a span or all of a replay",
	usage: `Usage: hindcast annotate FILE (--frame ID | --from T --to T | --whole) --label TEXT [options] [-o OUT]
       hindcast annotate FILE (--frame ID | --from T --to T | --whole) --label TEXT [options] --host URL --replay-id ID

Makes an annotation document on a replay; the place must be in it. The replay itself is not touched.

      --frame ID           on this frame
      --from T --to T      on this span, in seconds of the replay's t
      --whole              on all of it
      --label TEXT         what it is, in a word or two
      --note TEXT          what there is to say; empty where absent
      --severity NAME      info (where absent), attention or critical
      --by KIND:ID         who says it; operator:local where absent
      --id ID              the annotation's id; made from its content where absent
      --created-at-ms N    when, in milliseconds since 1970; now where absent
      --replay-id ID       the replay's id in a host
  -o, --output OUT         where the document goes; standard output where absent
      --force              replace OUT
      --host URL           post it to a running host on this machine instead, and print its answer. The content digest
                           of FILE goes along, and the host refuses a note for another recording. Only loopback
                           addresses are taken; reach another machine's host by a tunnel
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("annotate", args, options);
		const path = onlyPositional("annotate", positionals, "file");
		const post = postOf(values);
		const target = { path: values.output ?? standardStream, force: values.force === true, inputs: [path] };
		if (post === undefined) await checkTarget(target);
		const content = contentOf(values, shell);
		const { artifact } = await requireReplay(path, shell);
		const annotation = await annotationOf(values.id, { ...content, ...placeOf(values, artifact) }, artifact);
		if (post === undefined) {
			await writeResults([{ target, content: `${canonicalize(annotation)}\n` }], shell);
		} else {
			const { signal } = shell;
			const request = {
				...requestOf(annotation, post.replayId),
				content_digest: await contentDigest(artifact, { signal }),
			};
			const answer = await postAnnotation(post.host, request, signal);
			await write(shell.stdout, `${JSON.stringify(answer)}\n`);
		}
		return exitCode.ok;
	},
};

type Content = Omit<Annotation, "annotation_id" | "session_id">;

/** Where to post, if at all. */
function postOf(values: Values): { readonly host: URL; readonly replayId: string } | undefined {
	const { host, output, "replay-id": replayId } = values;
	if (host === undefined) return undefined;
	if (replayId === undefined || output !== undefined) {
		throw usageFailure("--host goes with --replay-id and without -o", "See hindcast annotate --help.");
	}
	return { host: loopbackHost(host), replayId };
}

/** What the note says, without its place. */
function contentOf(values: Values, { now }: Shell): Omit<Content, "frame_id"> {
	const { label, note = "", by = "operator:local", "replay-id": replayId, "created-at-ms": time } = values;
	if (label === undefined) throw usageFailure("a note needs --label", "See hindcast annotate --help.");
	const [, kind = "", id = ""] = /^([^:]+):(.+)$/s.exec(by) ?? [];
	if (kind === "") throw usageFailure(`--by is no KIND:ID: "${by}"`, "Write operator:ada.");
	if (time !== undefined && !/^\d{1,16}$/.test(time)) {
		throw usageFailure(`--created-at-ms is no time: "${time}"`, "Write milliseconds since 1970.");
	}
	return {
		label,
		note,
		severity: oneOf("severity", values.severity, ["info", "attention", "critical"]) ?? "info",
		created_by: { kind, id },
		created_at_ms: time === undefined ? String(now()) : String(BigInt(time)),
		...(replayId === undefined ? {} : { replay_id: replayId }),
	};
}

/** The document. An id that is not given is that of its content, so that the same note has the same id. */
async function annotationOf(
	id: string | undefined,
	content: Content,
	{ metadata }: ReplayArtifact,
): Promise<Annotation> {
	const document = { ...content, session_id: metadata.session_id ?? "" };
	const digest = await sha256Id(new TextEncoder().encode(canonicalize(document)));
	const annotation_id = id ?? `annotation-${digest.slice("sha256:".length, "sha256:".length + 16)}`;
	const parsed = annotationSchema.safeParse({ annotation_id, ...document });
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw usageFailure(`${issue?.path.join(".")}: ${issue?.message}`, "See hindcast annotate --help.");
}

function requestOf(annotation: Annotation, replayId: string): AnnotateRequest {
	const { session_id: _, created_by, ...rest } = annotation;
	return { ...rest, replay_id: replayId, requester: created_by };
}
