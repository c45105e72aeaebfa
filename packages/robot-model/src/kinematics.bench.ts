/**
 * Forward kinematics of all links of a 29-joint robot against urdf-loader with three (set joints, update the matrices),
 * in one run on one machine, as ratios of CPU time. Floor: 4 times as fast, and no allocation.
 *
 * With `HINDCAST_GOLDEN` the robot is the golden G1, otherwise a generated one of its size.
 */
import { readFileSync } from "node:fs";
import { DOMParser, parseHTML } from "linkedom";
import URDFLoader, { type URDFRobot } from "urdf-loader";
import { createKinematics } from "./kinematics.ts";
import { readUrdf } from "./read-urdf.ts";

const FLOOR = 4;
/** Bytes a frame: a single boxed number is 12, and reading the heap's size costs some in all. */
const ALLOCATION_CEILING = 4;
const ROUNDS = 15;

function robotText(): string {
	const golden = process.env["HINDCAST_GOLDEN"];
	if (golden) return readFileSync(`${golden}/robots/g1_29dof_rev_1_0.urdf`, "utf8");
	const parts = ['<link name="l0"/>'];
	for (let i = 1; i <= 38; i++) {
		// Five limbs, and every fourth link on a fixed joint until 29 move.
		const parent = i <= 5 ? 0 : i - 5;
		const type = i % 4 === 0 ? "fixed" : "revolute";
		parts.push(
			`<link name="l${i}"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>`,
			`<joint name="j${i}" type="${type}"><parent link="l${parent}"/><child link="l${i}"/>`,
			`<origin xyz="0.1 0.02 -0.3" rpy="0 ${(i % 3) * 0.3} ${(i % 5) * 0.2}"/>`,
			`<axis xyz="${i % 2} ${(i + 1) % 2} 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>`,
		);
	}
	return `<robot name="generated">${parts.join("")}</robot>`;
}

/** Median of the rounds' ratio of CPU time, b over a, measured in turns. */
function ratio(a: () => void, b: () => void): { ratio: number; microseconds: [number, number] } {
	const time = (work: () => void): number => {
		globalThis.gc?.();
		const start = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(start);
		return user + system;
	};
	time(a);
	time(b);
	const pairs = Array.from({ length: ROUNDS }, (): [number, number] => [time(a), time(b)]);
	const median = (values: number[]) =>
		values.sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? Number.NaN;
	return {
		ratio: median(pairs.map(([x, y]) => y / x)),
		microseconds: [median(pairs.map(([x]) => x)), median(pairs.map(([, y]) => y))],
	};
}

function row(
	name: string,
	unit: string,
	times: number,
	[ours, theirs]: [number, number],
	value: number,
): void {
	const cell = (microseconds: number) => `${(microseconds / times).toFixed(2)} ${unit}`;
	process.stdout.write(
		`${name.padEnd(44)} ${cell(ours).padStart(12)} ${cell(theirs).padStart(12)} ${value.toFixed(2)}x\n`,
	);
}

const { Document, Element } = parseHTML("<html></html>");
Object.assign(globalThis, { Document, Element, DOMParser });

const text = robotText();
const loader = new URDFLoader();
loader.loadMeshCb = (_url, _manager, _material, onLoad) =>
	onLoad(undefined as never, new Error("no meshes here"));
loader.parseVisual = false;
const robot: URDFRobot = loader.parse(text);
const kinematics = createKinematics(readUrdf(text));
const names = kinematics.jointNames;
if (names.length !== 29) throw new Error(`this bench needs 29 joints, not ${names.length}`);

const { lower, upper } = kinematics.limits;
const frames = Array.from({ length: 64 }, (_, frame) =>
	Float64Array.from(
		names,
		(_, j) => lower[j] + (upper[j] - lower[j]) * (0.5 + 0.5 * Math.sin(frame + 3 * j)),
	),
);
const calls = 4_096;
let sink = 0;
const forward = ratio(
	() => {
		for (let i = 0; i < calls; i++) sink += kinematics.forward(frames[i & 63]!)[3];
	},
	() => {
		for (let i = 0; i < calls; i++) {
			const q = frames[i & 63]!;
			for (let j = 0; j < names.length; j++) robot.setJointValue(names[j]!, q[j]);
			robot.updateMatrixWorld(true);
			sink += robot.matrixWorld.elements[12];
		}
	},
);
const reading = ratio(
	() => {
		for (let i = 0; i < 32; i++) sink += readUrdf(text).links.length;
	},
	() => {
		for (let i = 0; i < 32; i++) sink += Object.keys(loader.parse(text).links).length;
	},
);
const pose = new Float64Array(7);
const jacobian = new Float64Array(6 * names.length);
const everything = (): number => {
	let sum = 0;
	for (let i = 0; i < calls; i++) {
		kinematics.forward(frames[i & 63]!);
		for (let link = 0; link < kinematics.linkNames.length; link++) sum += kinematics.linkPose(link, pose)[3];
		sum += kinematics.jacobian(kinematics.linkNames.length - 1, jacobian)[0];
	}
	return sum;
};
for (let round = 0; round < 20; round++) sink += everything();
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
sink += everything();
const bytesPerFrame = (process.memoryUsage().heapUsed - heap) / calls;

const jacobians = ratio(
	() => {
		for (let i = 0; i < calls; i++) sink += kinematics.forward(frames[i & 63]!)[3];
	},
	() => {
		for (let i = 0; i < calls; i++) {
			kinematics.forward(frames[i & 63]!);
			sink += kinematics.jacobian(kinematics.linkNames.length - 1, jacobian)[0];
		}
	},
);

process.stdout.write(
	`${kinematics.linkNames.length} links, ${names.length} joints${sink === 0 ? "!" : ""}\n`,
);
row("poses of all links: ours, urdf-loader + three", "µs", calls, forward.microseconds, forward.ratio);
row("reading: ours, urdf-loader + linkedom", "µs", 32, reading.microseconds, reading.ratio);
row("all poses: alone, and with one Jacobian", "µs", calls, jacobians.microseconds, jacobians.ratio);
process.stdout.write(`heap used by poses and a Jacobian: ${bytesPerFrame.toFixed(1)} bytes a frame\n`);
if (bytesPerFrame > ALLOCATION_CEILING) {
	process.stdout.write(`missed: a frame allocates, ceiling ${ALLOCATION_CEILING} bytes\n`);
	process.exitCode = 1;
}
if (forward.ratio < FLOOR) {
	process.stdout.write(`missed: poses of all links ${forward.ratio.toFixed(2)}x, floor ${FLOOR}x\n`);
	process.exitCode = 1;
}
