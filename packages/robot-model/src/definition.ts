import type {
	InertiaTensor,
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
	/** Name of this shape. */
	readonly name?: string;
	/** Placement in the link's frame. */
	readonly origin?: OriginDefinition;
	/** Shape in metres. */
	readonly geometry: GeometryDefinition;
}

/** What is drawn for a link. A material without colour and texture refers to one of its name elsewhere in the model. */
export interface VisualDefinition extends CollisionDefinition {
	/** Look of the surface, or the name of one. */
	readonly material?: Material;
}

/** Mass in kilograms and inertia in kg·m², in the frame of `origin`. */
export interface InertialDefinition {
	/** Centre of mass and axes of the inertia, in the link's frame. */
	readonly origin?: OriginDefinition;
	/** Kilograms, 0 or more. */
	readonly mass: number;
	/** Inertia about the centre of mass. */
	readonly inertia: InertiaTensor;
}

/** A link, before defaults are filled in. */
export interface LinkDefinition {
	/** Unique among the links. */
	readonly name: string;
	/** What is drawn. */
	readonly visuals?: readonly VisualDefinition[];
	/** What collides. */
	readonly collisions?: readonly CollisionDefinition[];
	/** Mass and inertia. */
	readonly inertial?: InertialDefinition;
}

/** The joint followed; factor 1 and offset 0 where they are left out. */
export interface MimicDefinition {
	/** Name of the joint followed. */
	readonly joint: string;
	/** Factor on its position. */
	readonly multiplier?: number;
	/** Added to it, in radians or metres. */
	readonly offset?: number;
}

/** A joint, before defaults are filled in: no origin means the parent's frame, no axis means x. */
export interface JointDefinition {
	/** Unique among the joints. */
	readonly name: string;
	/** How it moves. */
	readonly type: JointType;
	/** Name of the link that it sits on. */
	readonly parent: string;
	/** Name of the link that it carries. */
	readonly child: string;
	/** Placement in the parent link's frame. */
	readonly origin?: OriginDefinition;
	/** Direction of any length but 0. */
	readonly axis?: Vector3;
	/** Required for revolute and prismatic joints, where a missing `lower` or `upper` is 0 as in URDF. */
	readonly limit?: JointLimit;
	/** The joint that this one follows. */
	readonly mimic?: MimicDefinition;
	/** Soft limits of the robot's own safety controller. */
	readonly safety?: JointSafety;
	/** Damping and friction. */
	readonly dynamics?: JointDynamics;
}

/** A robot, before it is judged and its defaults are filled in. */
export interface RobotModelDefinition {
	/** The robot's name. */
	readonly name: string;
	/** Links in the order that the model keeps. */
	readonly links: readonly LinkDefinition[];
	/** Joints in the order that the model keeps, which is the order of `q`. */
	readonly joints?: readonly JointDefinition[];
	/** Materials that visuals refer to by name. */
	readonly materials?: readonly Material[];
}
