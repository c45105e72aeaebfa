// Copies the built cockpit into the host's own dist, so that the published host serves it by itself.
import { cp, rm } from "node:fs/promises";

const from = new URL("../../cockpit/dist/", import.meta.url);
const to = new URL("../dist/cockpit/", import.meta.url);
await rm(to, { recursive: true, force: true });
await cp(from, to, { recursive: true });
