/** Three numbers: metres, radians or a direction, as the field says. */
export type Vector3 = readonly [number, number, number];

/** Red, green, blue and opacity, each from 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/**
 * A placement in a parent frame: first turned by `rpy`, then moved by `xyz`.
 *
 * `rpy` is in radians about the parent's fixed axes: R = Rz(yaw) · Ry(pitch) · Rx(roll). `xyz` is in metres.
 */
export interface Origin {
	/** Translation in metres. */
	readonly xyz: Vector3;
	/** Roll, pitch and yaw in radians. */
	readonly rpy: Vector3;
}

/** A shape in metres. A mesh's `filename` is kept as written and never opened; its `scale` may mirror (negative). */
export type Geometry =
	| { readonly type: "box"; readonly size: Vector3 }
	| { readonly type: "cylinder"; readonly radius: number; readonly length: number }
	| { readonly type: "sphere"; readonly radius: number }
	| { readonly type: "mesh"; readonly filename: string; readonly scale: Vector3 };

/** A surface's colour and texture. A name without a definition anywhere in the model has neither. */
export interface Material {
	/** May be empty: an anonymous material of one visual. */
	readonly name: string;
	/** Colour and opacity. */
	readonly color?: Rgba;
	/** Texture file, kept as written and never opened. */
	readonly texture?: string;
}

/** What is drawn for a link. */
export interface Visual {
	/** Name of this visual, where it has one. */
	readonly name?: string;
	/** Placement in the link's frame. */
	readonly origin: Origin;
	/** Shape. */
	readonly geometry: Geometry;
	/** Already resolved: a visual that only names a material has that material's colour and texture here. */
	readonly material?: Material;
}

/** What a link collides with. */
export interface Collision {
	/** Name of this collision body, where it has one. */
	readonly name?: string;
	/** Placement in the link's frame. */
	readonly origin: Origin;
	/** Shape. */
	readonly geometry: Geometry;
}

/** The symmetric inertia matrix about the inertial origin, kg·m². Kept as written; not tested for being physical. */
export interface InertiaTensor {
	/** Row x, column x. */
	readonly ixx: number;
	/** Row x, column y. */
	readonly ixy: number;
	/** Row x, column z. */
	readonly ixz: number;
	/** Row y, column y. */
	readonly iyy: number;
	/** Row y, column z. */
	readonly iyz: number;
	/** Row z, column z. */
	readonly izz: number;
}

/** How a link's mass is spread. */
export interface Inertial {
	/** Centre of mass and axes of the inertia, in the link's frame. */
	readonly origin: Origin;
	/** Kilograms, 0 or more. */
	readonly mass: number;
	/** Inertia about the centre of mass. */
	readonly inertia: InertiaTensor;
}

/** A rigid body. */
export interface Link {
	/** Unique among the links; a joint may have the same name. */
	readonly name: string;
	/** What is drawn, in document order. */
	readonly visuals: readonly Visual[];
	/** What collides, in document order. */
	readonly collisions: readonly Collision[];
	/** Mass and inertia, where the description has them. */
	readonly inertial?: Inertial;
}

/** How a joint moves. Planar and floating joints are refused as `joint-type-unsupported`. */
export type JointType = "fixed" | "revolute" | "continuous" | "prismatic";

/**
 * A joint's declared limits.
 *
 * `lower` and `upper` are both there for revolute and prismatic joints and mean nothing for continuous ones.
 * A `velocity` or `effort` that is absent **or 0 means unknown**: not a joint that never moves, and not one without limit.
 */
export interface JointLimit {
	/** Lowest position in radians or metres. */
	readonly lower?: number;
	/** Highest position in radians or metres. */
	readonly upper?: number;
	/** Highest speed in radians or metres per second; 0 means unknown. */
	readonly velocity?: number;
	/** Highest torque or force in newton metres or newtons; 0 means unknown. */
	readonly effort?: number;
}

/** This joint follows another: position = `multiplier` · (position of `joint`) + `offset`. */
export interface Mimic {
	/** The joint followed, which may itself follow another. */
	readonly joint: string;
	/** Factor on its position. */
	readonly multiplier: number;
	/** Added to it, in radians or metres. */
	readonly offset: number;
}

/** The soft limits of a `safety_controller` element, as written. Kinematics does not use them. */
export interface JointSafety {
	/** Where the controller begins to resist downward motion. */
	readonly softLower?: number;
	/** Where the controller begins to resist upward motion. */
	readonly softUpper?: number;
	/** Gain from position to velocity bound. */
	readonly kPosition?: number;
	/** Gain from velocity to effort bound. */
	readonly kVelocity?: number;
}

/** A joint's damping and friction, as written. Kinematics does not use them. */
export interface JointDynamics {
	/** Viscous damping in N·m·s/rad or N·s/m. */
	readonly damping?: number;
	/** Static friction in N·m or N. */
	readonly friction?: number;
}

/** A connection from a parent link to a child link. */
export interface Joint {
	/** Unique among the joints; a link may have the same name. */
	readonly name: string;
	/** How it moves. */
	readonly type: JointType;
	/** Name of the link that it sits on. */
	readonly parent: string;
	/** Name of the link that it carries. */
	readonly child: string;
	/** Placement of the joint, and of the child link at position 0, in the parent link's frame. */
	readonly origin: Origin;
	/** Unit vector in the joint's frame; x where nothing else was said. */
	readonly axis: Vector3;
	/** Declared limits; always there for revolute and prismatic joints. */
	readonly limit?: JointLimit;
	/** The joint that this one follows; without it the joint moves by itself. */
	readonly mimic?: Mimic;
	/** Soft limits of the robot's own safety controller. */
	readonly safety?: JointSafety;
	/** Damping and friction. */
	readonly dynamics?: JointDynamics;
}

/**
 * A robot as plain data: a tree of links and joints, in document order.
 *
 * Every value of this type that `readUrdf` or `defineRobotModel` returned holds numbers within ±1e9 only, names its links and
 * joints once each, and is one tree below `rootLink`. It survives `structuredClone` and JSON.
 */
export interface RobotModel {
	/** The robot's name. */
	readonly name: string;
	/** Name of the link that no joint carries. */
	readonly rootLink: string;
	/** Every link, in document order. */
	readonly links: readonly Link[];
	/** Every joint, fixed ones and followers included, in document order. */
	readonly joints: readonly Joint[];
	/** Named materials in the order of their first definition. */
	readonly materials: readonly Material[];
}
