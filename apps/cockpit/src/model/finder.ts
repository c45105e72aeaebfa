import type { ReplayArtifact } from "@hindcast/replay-protocol";
import type { CatalogState } from "./catalog.ts";
import { frameId } from "./frame-facts.ts";
import type { Stage } from "./stage.ts";

/** Something the operator can go to. */
export type Found =
	| { readonly kind: "replay" | "robot"; readonly key: string; readonly name: string; readonly id: string }
	| { readonly kind: "joint"; readonly key: string; readonly name: string }
	| {
			readonly kind: "command" | "frame";
			readonly key: string;
			readonly name: string;
			readonly frame: number;
	  };

const mostOfAKind = 6;

/** Finds replays, robots, and what the open replay has: joints, commands, frames. For no query: replays, and the open one's commands. */
export function find(query: string, catalog: CatalogState, stage: Stage): readonly Found[] {
	const words = query.trim().toLowerCase();
	const matches = (...texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(words));
	const replays = catalog.replays
		.filter(({ label, replay_id: id, robot_id: robot }) => matches(label, id, robot))
		.map(({ label: name, replay_id: id }): Found => ({ kind: "replay", key: `replay ${id}`, name, id }));
	const inside = stage.kind === "replay" ? findInside(stage.artifact, matches) : noneInside;
	if (words === "") return [replays, inside.commands].flatMap(firstFew);
	const robots = catalog.robots
		.filter(({ label, robot_id: id }) => matches(label, id))
		.map(({ label: name, robot_id: id }): Found => ({ kind: "robot", key: `robot ${id}`, name, id }));
	return [replays, robots, inside.joints, inside.commands, inside.frames].flatMap(firstFew);
}

function firstFew(group: readonly Found[]): readonly Found[] {
	return group.slice(0, mostOfAKind);
}

type Inside = Readonly<Record<"joints" | "commands" | "frames", readonly Found[]>>;

const noneInside: Inside = { joints: [], commands: [], frames: [] };

function findInside(artifact: ReplayArtifact, matches: (text: string) => boolean): Inside {
	const { joint_name: names, command_intent_id: intents, t } = artifact.arrays;
	const joints = names.data
		.filter((name) => matches(name))
		.map((name): Found => ({ kind: "joint", key: `joint ${name}`, name }));
	const firstFrames = new Map<string, number>();
	intents?.data.forEach((name, frame) => {
		if (name !== "" && !firstFrames.has(name) && matches(name)) firstFrames.set(name, frame);
	});
	const commands = [...firstFrames].map(
		([name, frame]): Found => ({ kind: "command", key: `command ${name}`, name, frame }),
	);
	const frames: Found[] = [];
	for (let frame = 0; frame < t.data.length && frames.length < mostOfAKind; frame++) {
		const name = frameId(artifact, frame);
		if (matches(name)) frames.push({ kind: "frame", key: `frame ${frame}`, name, frame });
	}
	return { joints, commands, frames };
}
