import type { ReplayArtifact } from "@hindcast/replay-protocol";
import type { Classification } from "@hindcast/replay-protocol/http";
import type { CatalogState } from "./catalog.ts";
import { frameId } from "./frame-facts.ts";
import type { Stage } from "./stage.ts";

/** Something the operator can go to. */
export type Found =
	| {
			readonly kind: "replay";
			readonly key: string;
			readonly name: string;
			readonly id: string;
			readonly classification: Classification;
	  }
	| { readonly kind: "robot"; readonly key: string; readonly name: string; readonly id: string }
	| { readonly kind: "joint"; readonly key: string; readonly name: string }
	| {
			readonly kind: "command" | "frame";
			readonly key: string;
			readonly name: string;
			readonly frame: number;
	  };

/** What of one kind was found. */
export interface FoundGroup {
	readonly kind: Found["kind"];
	/** The first few. */
	readonly shown: readonly Found[];
	/** How many there are. */
	readonly total: number;
}

/** Where to look. */
export interface FinderSources {
	readonly catalog: Pick<CatalogState, "replays" | "robots">;
	readonly stage: Stage;
	/** The classes as the operator reads them; they are found by these words and by their own. */
	readonly classNames: Readonly<Record<Classification, string>>;
}

const mostOfAKind = 8;

/**
 * Finds replays (by label, id, robot and class), robots, and what the open replay has: joints, commands, frames. Every
 * word of the query must occur. For no query: replays, and the open one's commands.
 */
export function find(query: string, { catalog, stage, classNames }: FinderSources): readonly FoundGroup[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	const matches: Matcher = (...texts) => {
		if (words.length === 0) return true;
		const text = texts.join("\n").toLowerCase();
		return words.every((word) => text.includes(word));
	};
	const replays = group(
		"replay",
		catalog.replays.filter(({ label, replay_id: id, robot_id: robot, classification: kind }) =>
			matches(label, id, robot, kind, classNames[kind]),
		),
		({ label: name, replay_id: id, classification }) => ({
			kind: "replay",
			key: `replay ${id}`,
			name,
			id,
			classification,
		}),
	);
	const robots = group(
		"robot",
		catalog.robots.filter(({ label, robot_id: id }) => matches(label, id)),
		({ label: name, robot_id: id }) => ({ kind: "robot", key: `robot ${id}`, name, id }),
	);
	const { joints, commands, frames } =
		stage.kind === "replay" ? findInside(stage.artifact, matches) : noneInside;
	const groups = words.length === 0 ? [replays, commands] : [replays, robots, joints, commands, frames];
	return groups.filter(({ total }) => total > 0);
}

/** Whether all words of the query are among these texts. */
type Matcher = (...texts: readonly string[]) => boolean;

function group<T>(kind: Found["kind"], all: readonly T[], found: (one: T) => Found): FoundGroup {
	return { kind, shown: all.slice(0, mostOfAKind).map(found), total: all.length };
}

type Inside = Readonly<Record<"joints" | "commands" | "frames", FoundGroup>>;

const noneInside: Inside = {
	joints: { kind: "joint", shown: [], total: 0 },
	commands: { kind: "command", shown: [], total: 0 },
	frames: { kind: "frame", shown: [], total: 0 },
};

function findInside(artifact: ReplayArtifact, matches: Matcher): Inside {
	const { joint_name: names, command_intent_id: intents, t } = artifact.arrays;
	const firstFrames = new Map<string, number>();
	intents?.data.forEach((name, frame) => {
		if (name !== "" && !firstFrames.has(name) && matches(name)) firstFrames.set(name, frame);
	});
	const frames: number[] = [];
	for (let frame = 0; frame < t.data.length; frame++)
		if (matches(frameId(artifact, frame))) frames.push(frame);
	return {
		joints: group(
			"joint",
			names.data.filter((name) => matches(name)),
			(name) => ({ kind: "joint", key: `joint ${name}`, name }),
		),
		commands: group("command", [...firstFrames], ([name, frame]) => ({
			kind: "command",
			key: `command ${name}`,
			name,
			frame,
		})),
		frames: group("frame", frames, (frame) => ({
			kind: "frame",
			key: `frame ${frame}`,
			name: frameId(artifact, frame),
			frame,
		})),
	};
}
