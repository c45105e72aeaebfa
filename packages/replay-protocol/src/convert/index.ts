/**
 * Converters into `moonrobo.replay.v1`.
 *
 * @module
 */
export {};
