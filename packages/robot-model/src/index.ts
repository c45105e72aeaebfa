/**
 * Reads robot descriptions strictly and computes link poses and Jacobians, in Node, browsers and workers.
 *
 * @example
 * ```js
 * import { createKinematics, readUrdf } from "@hindcast/robot-model";
 *
 * const model = readUrdf(`<robot name="pendulum">
 *   <link name="base"/><link name="bob"/>
 *   <joint name="swing" type="continuous">
 *     <parent link="base"/><child link="bob"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
 *   </joint>
 * </robot>`);
 * const kinematics = createKinematics(model);
 * kinematics.forward([Math.PI / 2]);
 * console.log(kinematics.linkPose("bob")); // x, y, z, qw, qx, qy, qz
 * ```
 *
 * @module
 */
export type { Follower } from "./compile-joints.ts";
export { type DefineOptions, defineRobotModel } from "./define-robot-model.ts";
export type {
	CollisionDefinition,
	GeometryDefinition,
	InertialDefinition,
	JointDefinition,
	LinkDefinition,
	MimicDefinition,
	OriginDefinition,
	RobotModelDefinition,
	VisualDefinition,
} from "./definition.ts";
export { modelSourceDigest, semanticDigest } from "./digest.ts";
export {
	isUrdfError,
	type TextPlace,
	UrdfError,
	type UrdfErrorCode,
	type UrdfErrorDetails,
} from "./errors.ts";
export { type FlatJoint, flatJoints } from "./flat-joints.ts";
export { createJointMap, type JointMap } from "./joint-map.ts";
export { createKinematics, type KinematicLimits, type Kinematics } from "./kinematics.ts";
export type { UrdfLimits } from "./limits.ts";
export type {
	Collision,
	Geometry,
	Inertial,
	InertiaTensor,
	Joint,
	JointDynamics,
	JointLimit,
	JointSafety,
	JointType,
	Link,
	Material,
	Mimic,
	Origin,
	Rgba,
	RobotModel,
	Vector3,
	Visual,
} from "./model.ts";
export { type ReadUrdfOptions, readUrdf } from "./read-urdf.ts";
