import type { ReplayArray, ReplayArtifact } from "../artifact.ts";
import { contentDigestSync } from "../digest.ts";
import { bytes, fullArrays, sampleReplay, texts } from "./sample.ts";

/** A replay with private texts in it, and what to look for in anything that is made of it. */
export interface StuffedReplay {
	readonly artifact: ReplayArtifact;
	/** Pieces of the private texts, none of which may be seen again. */
	readonly needles: readonly string[];
	/** Places where they were put, for messages. */
	readonly places: readonly string[];
}

/** Makes private texts of every kind, in disguise now and then. */
class Planter {
	readonly needles: string[] = [];
	readonly random: () => number;

	constructor(random: () => number) {
		this.random = random;
	}

	pick<Item>(list: readonly Item[]): Item {
		return list[Math.floor(this.random() * list.length)];
	}

	number(below: number): number {
		return Math.floor(this.random() * below);
	}

	/** A private text, alone or with words around it. */
	text(): string {
		const plain = this.pick(kinds)(this.word(), this);
		const disguised = this.pick(disguises)(plain);
		return this.pick<(text: string) => string>([
			(text) => text,
			(text) => `see ${text}`,
			(text) => `"${text}"`,
			(text) => `{"in":"${text}"}`,
			(text) => `смотри: ${text} 。`,
		])(disguised);
	}

	/** A private text that an array's name can be. */
	name(): string {
		const address = `10.${this.number(256)}.${100 + this.number(156)}.${100 + this.number(156)}`;
		this.needles.push(address);
		return this.pick([`x_${address}`, `x_ ${this.word()}.local`]);
	}

	/** An entry that only its key tells to be private: no rule knows the word. */
	entry(): Json {
		const key = this.pick(["hostname", "username", "ssid", "cwd", "home", "path", "dir", "source_host", "n"]);
		return { [key]: this.pick<unknown>([this.word(), [this.word()], { rule: this.word() }]) };
	}

	/** A word by which a text is found again. */
	word(): string {
		const marker = `q7k3${this.number(2 ** 31).toString(36)}`;
		this.needles.push(marker);
		return marker;
	}
}

const kinds: readonly ((marker: string, planter: Planter) => string)[] = [
	(marker) => `/srv/${marker}/take`,
	(marker) => `/${marker}/take`,
	(marker) => `/home/${marker}`,
	(marker) => `~${marker}/take`,
	(marker) => `C:\\Users\\${marker}`,
	(marker) => `D:\\${marker}\\take`,
	(marker) => `\\\\${marker}\\share`,
	(marker) => `file:///${marker}`,
	(marker) => `$HOME/${marker}`,
	(marker) => `%APPDATA%\\${marker}`,
	(marker) => `https://${marker}:pw@example.org/x`,
	(marker) => `https://example.org/x?token=${marker}`,
	(marker) => `http://${marker}:8080/x`,
	(marker) => `rtsp://${marker}.lan/x`,
	(marker) => `${marker}.local`,
	(marker) => `${marker}@example.org`,
	(marker) => `/dev/${marker}`,
	(marker) => `../${marker}/take`,
	(marker) => `..\\..\\${marker}`,
	(marker) => `alice@${marker}:takes`,
	(marker) => `${marker}.corp`,
	(marker) => `${marker}.home`,
	(marker) => `S/N ${marker}`,
	(marker) => `SN: ${marker}`,
	(marker) => `Serial-Nr. ${marker}`,
	(_, planter) => planted(planter, "localhost"),
	(_, planter) => planted(planter, `COM${100 + planter.number(900)}`),
	(_, planter) => `mac ${planted(planter, `001a2b${100_000 + planter.number(900_000)}`)}`,
	(_, planter) => `Basic ${planted(planter, btoa(`${planter.word()}:pw`))}`,
	(marker) => `password=${marker}`,
	(marker) => `Bearer ${marker}`,
	(marker) => `-----BEGIN PRIVATE KEY----- ${marker}`,
	(_, planter) => planted(planter, `10.${planter.number(256)}.${100 + planter.number(156)}.7`),
	(_, planter) => planted(planter, `fe80::${(4096 + planter.number(60000)).toString(16)}`),
	(_, planter) => planted(planter, `02:1a:${10 + planter.number(90)}:3c:4d:${10 + planter.number(90)}`),
	(_, planter) => planted(planter, `ghp_${"0123456789abcdef".repeat(2)}${planter.number(1000)}`),
];

function planted(planter: Planter, text: string): string {
	planter.needles.push(text);
	return text;
}

const disguises: readonly ((text: string) => string)[] = [
	(text) => text,
	(text) => text,
	(text) => text.replaceAll("/", "%2F"),
	(text) => text.replaceAll("/", "%252f").replaceAll("@", "%2540"),
	(text) => text.replaceAll("/", "\u2215").replaceAll("@", "＠"),
	(text) => text.replaceAll("/", "\\/"),
	(text) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
	(text) => `${text[0]}\u200b${text.slice(1)}`,
];

type Json = Record<string, unknown>;

/** Puts private texts into metadata. */
const metadataPlaces: Readonly<Record<string, (metadata: Json, planter: Planter) => void>> = {
	"unknown key": (metadata, planter) => {
		metadata[planter.text()] = planter.pick<unknown>([
			1,
			planter.text(),
			{ [planter.text()]: [planter.text()] },
		]);
	},
	"private link": (metadata, planter) => {
		const key = planter.pick(["robobook_root", "session_id", "source_file", "bridge_config", "host"]);
		metadata[key] = planter.text();
		metadata["evidence_paths"] = [planter.text()];
	},
	"text key": (metadata, planter) => {
		const optional = ["bridge_id", "source_label", "target_frame", "world_frame", "coordinate_convention"];
		metadata[planter.pick([...optional, "robot_id", "license", "notes", "model_source_digest"])] =
			planter.text();
	},
	contacts: (metadata, planter) => {
		metadata["contact_names"] = planter.pick([
			[planter.text(), "right"],
			["contact-1", planter.text()],
			[planter.text(), planter.text()],
		]);
	},
	enums: (metadata, planter) => {
		metadata["enums"] = {
			planner_status: { "0": planter.text(), "300": "reaching", [planter.text()]: "x", by: planter.word() },
			[planter.text()]: { "0": "x" },
			sites: { "0": planter.word() },
		};
	},
	units: (metadata, planter) => {
		const units = metadata["units"] as Json;
		const rest = planter.pick<Json>([{}, { hostname: planter.word() }, { bench: planter.text() }]);
		metadata["units"] = { ...units, [planter.text()]: "m", torque: planter.text(), ...rest };
	},
	repairs: (metadata, planter) => {
		metadata["repairs"] = [
			"held a_joint",
			planter.text(),
			{ why: [planter.text(), 1], [planter.text()]: null },
			{ rule: "frames-dropped", note: planter.text(), joints: [planter.text()], ...planter.entry() },
			[planter.entry()],
		];
	},
	retarget: (metadata, planter) => {
		const secret = `q7k3${planter.number(2 ** 31).toString(36)}9`;
		planter.needles.push(secret);
		const key = planter.pick(["apiKey", "password", "robot_serial", "MAC"]);
		metadata["retarget"] = {
			mapping: { [planter.text()]: planter.text(), [key]: secret, ...planter.entry() },
			segments: [{ cause: planter.text(), joints: ["a_joint", planter.text()], ...planter.entry() }],
			receipt_ids: [planter.text()],
			...planter.entry(),
		};
	},
	generator: (metadata, planter) => {
		metadata["generator"] = planter.pick<Json>([
			{ name: planter.text(), version: "1" },
			// Not alone: four numbers as a whole version are no address.
			{ name: "recorder", version: `1.2 at ${planter.text()}` },
			{ name: "recorder", version: "1.2.3.4", [planter.text()]: planter.text(), ...planter.entry() },
		]);
	},
};

type Arrays = Record<string, ReplayArray>;

/** Puts private texts into arrays. */
const arrayPlaces: Readonly<Record<string, (arrays: Arrays, planter: Planter) => void>> = {
	"joint name": (arrays, planter) => {
		arrays["joint_name"] = texts(
			planter.pick([
				[planter.text(), "joint-0"],
				[planter.text(), planter.text()],
			]),
		);
	},
	"frame id": (arrays, planter) => {
		arrays["frame_id"] = texts([planter.text(), "frame-0", "frame-2", planter.text()]);
	},
	mode: (arrays, planter) => {
		const word = planter.text();
		arrays["mode"] = texts([word, "unknown-0", word, planter.text()]);
	},
	state: (arrays, planter) => {
		const name = planter.pick(["limit_state", "verification_state", "bridge_status", "planner_status"]);
		arrays[name] = texts(["", planter.text(), planter.text(), ""]);
	},
	link: (arrays, planter) => {
		const name = planter.pick(["command_capability", "command_intent_id", "annotation_id"]);
		arrays[name] = texts(["", planter.text(), planter.text(), ""]);
	},
	"own text": (arrays, planter) => {
		arrays["x_remark"] = texts(["fine", planter.text()]);
	},
	"own bytes": (arrays, planter) => {
		const utf8 = new TextEncoder().encode(`{"source":"${planter.text()}"}`);
		arrays["x_meta_json"] = planter.pick<ReplayArray>([
			{ dtype: "uint8", shape: [utf8.length], data: utf8 },
			bytes([...utf8]),
		]);
	},
	"own person": (arrays, planter) => {
		const name = planter.pick(["x_hostname", "x_arm_user", "x_ssid", "x_session_id", "x_receipt_ids"]);
		arrays[name] = texts(["", planter.word()]);
	},
	"own name": (arrays, planter) => {
		arrays[planter.name()] = bytes([1]);
	},
	unknown: (arrays, planter) => {
		arrays["remark"] = texts([planter.text()]);
	},
};

/** A replay with private texts in some places; the seed says which. */
export async function stuffedReplay(seed: number): Promise<StuffedReplay> {
	const planter = new Planter(mulberry32(seed));
	const { metadata: plain, arrays: given } = await sampleReplay(fullArrays as never);
	const arrays = { ...given } as Arrays;
	const chosen = <Place>(all: Readonly<Record<string, Place>>) =>
		Object.entries(all).filter(() => planter.random() < 0.4);
	const ofArrays = chosen(arrayPlaces);
	for (const [, put] of ofArrays) put(arrays, planter);
	const stuffed = await sampleReplay(arrays);
	const metadata: Json = { ...plain, ...stuffed.metadata };
	const ofMetadata = chosen(metadataPlaces);
	for (const [, put] of ofMetadata) put(metadata, planter);
	if (planter.random() < 0.5) metadata["content_digest"] = contentDigestSync(stuffed.arrays);
	if (planter.random() < 0.2) metadata["artifact_class"] = "physical-feedback-verified";
	return {
		artifact: { metadata, arrays: stuffed.arrays } as unknown as ReplayArtifact,
		needles: planter.needles,
		places: [...ofArrays, ...ofMetadata].map(([place]) => place),
	};
}

/** Numbers in [0, 1) that follow from the seed. Tommy Ettinger's mulberry32, public domain. */
function mulberry32(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
