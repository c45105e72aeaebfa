/**
 * The Hindcast host: a loopback HTTP server over a folder of RoboBooks, with the built cockpit.
 *
 * @example
 * ```ts
 * import { createHost } from "@hindcast/host";
 *
 * const host = await createHost({ booksDir: ".runtime/robobooks" });
 * const { url } = await host.listen();
 * console.log(await (await fetch(`${url}/api/moonrobo/replays`)).json());
 * await host.close();
 * ```
 *
 * @module
 */
export { createHost, type Host, type HostOptions } from "./host.ts";
export type { UploadLimits } from "./http/upload.ts";
export { isPortBusyError, PortBusyError } from "./listen.ts";
export type { LogEntry, Logger } from "./log.ts";
export { type Seeded, seedBooks } from "./seed.ts";
export { isStorageError, StorageError, type StorageReason } from "./storage/directory.ts";
