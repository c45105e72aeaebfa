import type { Options } from "tsup";

/** Shared build preset of the libraries. */
export function library(overrides?: Options): Options;
