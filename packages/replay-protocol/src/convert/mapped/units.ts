/** What a unit measures. */
export type Quantity =
	| "time"
	| "angle"
	| "length"
	| "angular-velocity"
	| "velocity"
	| "acceleration"
	| "torque"
	| "force"
	| "ratio";

/** A unit: `value × times / per` is in the SI unit of its quantity. One of the two is 1, so that one rounding is enough. */
export interface Unit {
	readonly quantity: Quantity;
	readonly times: number;
	readonly per: number;
}

/** The unit of each quantity in a replay. */
export const replayUnits: Readonly<Record<Quantity, string>> = {
	time: "s",
	angle: "rad",
	length: "m",
	"angular-velocity": "rad/s",
	velocity: "m/s",
	acceleration: "m/s^2",
	torque: "N*m",
	force: "N",
	ratio: "1",
};

/** Standard gravity, m/s² (CGPM 1901). */
const gravity = 9.80665;
const degree = Math.PI / 180;
const turn = 2 * Math.PI;

const table: Readonly<Record<string, readonly [quantity: Quantity, times: number, per: number]>> = {
	s: ["time", 1, 1],
	ms: ["time", 1, 1e3],
	us: ["time", 1, 1e6],
	ns: ["time", 1, 1e9],
	min: ["time", 60, 1],
	rad: ["angle", 1, 1],
	mrad: ["angle", 1, 1e3],
	deg: ["angle", degree, 1],
	rev: ["angle", turn, 1],
	m: ["length", 1, 1],
	cm: ["length", 1, 1e2],
	mm: ["length", 1, 1e3],
	um: ["length", 1, 1e6],
	in: ["length", 0.0254, 1],
	ft: ["length", 0.3048, 1],
	"rad/s": ["angular-velocity", 1, 1],
	"mrad/s": ["angular-velocity", 1, 1e3],
	"deg/s": ["angular-velocity", degree, 1],
	"rev/s": ["angular-velocity", turn, 1],
	rpm: ["angular-velocity", turn / 60, 1],
	"m/s": ["velocity", 1, 1],
	"cm/s": ["velocity", 1, 1e2],
	"mm/s": ["velocity", 1, 1e3],
	"km/h": ["velocity", 1, 3.6],
	"m/s^2": ["acceleration", 1, 1],
	"mm/s^2": ["acceleration", 1, 1e3],
	g: ["acceleration", gravity, 1],
	"N*m": ["torque", 1, 1],
	"mN*m": ["torque", 1, 1e3],
	N: ["force", 1, 1],
	mN: ["force", 1, 1e3],
	"1": ["ratio", 1, 1],
	"%": ["ratio", 1, 1e2],
};

/** The unit of this name; null for one that is unknown. */
export function unitOf(name: string): Unit | null {
	if (!Object.hasOwn(table, name)) return null;
	const [quantity, times, per] = table[name];
	return { quantity, times, per };
}

/** Names of all units, for messages. */
export const unitNames: readonly string[] = Object.keys(table);
