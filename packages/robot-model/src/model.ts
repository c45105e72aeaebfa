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
	readonly xyz: Vector3;
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
	readonly color?: Rgba;
	/** Texture file, kept as written and never opened. */
	readonly texture?: string;
}

/** What is drawn for a link. */
export interface Visual {
	readonly name?: string;
	readonly origin: Origin;
	readonly geometry: Geometry;
	/** Already resolved: a visual that only names a material has that material's colour and texture here. */
	readonly material?: Material;
}

/** What a link collides with. */
export interface Collision {
	readonly name?: string;
	readonly origin: Origin;
	readonly geometry: Geometry;
}

/** Moments and products of inertia about the inertial origin, kg·m². */
export interface InertiaTensor {
	readonly ixx: number;
	readonly ixy: number;
	readonly ixz: number;
	readonly iyy: number;
	readonly iyz: number;
	readonly izz: number;
}

/** A link's mass in kilograms, and its inertia in the frame of `origin`. */
export interface Inertial {
	readonly origin: Origin;
	readonly mass: number;
	readonly inertia: InertiaTensor;
}

/** A rigid body. */
export interface Link {
	readonly name: string;
	readonly visuals: readonly Visual[];
	readonly collisions: readonly Collision[];
	readonly inertial?: Inertial;
}

/** How a joint moves. Planar and floating joints are refused as `joint-type-unsupported`. */
export type JointType = "fixed" | "revolute" | "continuous" | "prismatic";

/**
 * A joint's declared limits: radians or metres, per second, newton metres or newtons.
 *
 * `lower` and `upper` are both there for revolute and prismatic joints and mean nothing for continuous ones.
 * A `velocity` or `effort` that is absent **or 0 means unknown**: not a joint that never moves, and not one without limit.
 */
export interface JointLimit {
	readonly lower?: number;
	readonly upper?: number;
	readonly velocity?: number;
	readonly effort?: number;
}

/** This joint follows another: position = `multiplier` · (position of `joint`) + `offset`. */
export interface Mimic {
	readonly joint: string;
	readonly multiplier: number;
	readonly offset: number;
}

/** The soft limits of a `safety_controller` element, as written. Kinematics does not use them. */
export interface JointSafety {
	readonly softLower?: number;
	readonly softUpper?: number;
	readonly kPosition?: number;
	readonly kVelocity?: number;
}

/** A joint's damping and friction, as written. Kinematics does not use them. */
export interface JointDynamics {
	readonly damping?: number;
	readonly friction?: number;
}

/** A connection from a parent link to a child link. */
export interface Joint {
	readonly name: string;
	readonly type: JointType;
	readonly parent: string;
	readonly child: string;
	/** Placement of the joint, and of the child link at position 0, in the parent link's frame. */
	readonly origin: Origin;
	/** Unit vector in the joint's frame; x where nothing else was said. */
	readonly axis: Vector3;
	readonly limit?: JointLimit;
	readonly mimic?: Mimic;
	readonly safety?: JointSafety;
	readonly dynamics?: JointDynamics;
}

/**
 * A robot as plain data: a tree of links and joints, in document order.
 *
 * Every value of this type that `readUrdf` or `defineRobotModel` returned holds finite numbers only, names its links and
 * joints once each, and is one tree below `rootLink`. It survives `structuredClone` and JSON.
 */
export interface RobotModel {
	readonly name: string;
	readonly rootLink: string;
	readonly links: readonly Link[];
	readonly joints: readonly Joint[];
	/** Named materials in the order of their first definition. */
	readonly materials: readonly Material[];
}
