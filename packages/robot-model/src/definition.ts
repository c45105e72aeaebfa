import type {
	Inertial,
	InertiaTensor,
	Joint,
	JointDynamics,
	JointLimit,
	JointSafety,
	JointType,
	Material,
	Origin,
	Vector3,
} from "./model.ts";

/** A placement of which either part may be left out: no translation, no rotation. */
export type OriginDefinition = Partial<Origin>;

/** A shape in metres; a mesh's scale is 1 where it is left out. */
export type GeometryDefinition =
	| { readonly type: "box"; readonly size: Vector3 }
	| { readonly type: "cylinder"; readonly radius: number; readonly length: number }
	| { readonly type: "sphere"; readonly radius: number }
	| { readonly type: "mesh"; readonly filename: string; readonly scale?: Vector3 };

/** What a link collides with, before defaults are filled in. */
export interface CollisionDefinition {
	readonly name?: string;
	readonly origin?: OriginDefinition;
	readonly geometry: GeometryDefinition;
}

/** What is drawn for a link. A material without colour and texture refers to one of its name elsewhere in the model. */
export interface VisualDefinition extends CollisionDefinition {
	readonly material?: Material;
}

/** Mass in kilograms and inertia in kg·m², in the frame of `origin`. */
export interface InertialDefinition {
	readonly origin?: OriginDefinition;
	readonly mass: Inertial["mass"];
	readonly inertia: InertiaTensor;
}

/** A link, before defaults are filled in. */
export interface LinkDefinition {
	readonly name: string;
	readonly visuals?: readonly VisualDefinition[];
	readonly collisions?: readonly CollisionDefinition[];
	readonly inertial?: InertialDefinition;
}

/** The joint followed; factor 1 and offset 0 where they are left out. */
export interface MimicDefinition {
	readonly joint: string;
	readonly multiplier?: number;
	readonly offset?: number;
}

/** A joint, before defaults are filled in: no origin means the parent's frame, no axis means x. */
export interface JointDefinition {
	readonly name: string;
	readonly type: JointType;
	readonly parent: Joint["parent"];
	readonly child: Joint["child"];
	readonly origin?: OriginDefinition;
	/** Direction of any length but 0. */
	readonly axis?: Vector3;
	/** Required for revolute and prismatic joints, where a missing `lower` or `upper` is 0 as in URDF. */
	readonly limit?: JointLimit;
	readonly mimic?: MimicDefinition;
	readonly safety?: JointSafety;
	readonly dynamics?: JointDynamics;
}

/** A robot, before it is judged and its defaults are filled in. */
export interface RobotModelDefinition {
	readonly name: string;
	readonly links: readonly LinkDefinition[];
	readonly joints?: readonly JointDefinition[];
	/** Materials that visuals refer to by name. */
	readonly materials?: readonly Material[];
}
