export type {
	BoolArray,
	FloatArray,
	IntegerArray,
	ReplayArray,
	ReplayArrays,
	ReplayArtifact,
	StringArray,
} from "./artifact.ts";
export { type Diagnostic, diagnosticSchema, type ValidationReport } from "./diagnostic.ts";
export { artifactClassSchema, type ReplayMetadata, replayMetadataSchema } from "./metadata.ts";
