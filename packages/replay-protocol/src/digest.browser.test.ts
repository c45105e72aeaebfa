import { describeDigests } from "./testing/digest-vectors.ts";

describeDigests();
