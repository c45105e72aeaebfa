import type { UploadRoom } from "./http/upload.ts";
import type { ImportContext } from "./replays/import-replay.ts";
import type { ReplayStore } from "./replays/replay-store.ts";
import type { RobotBooks } from "./robots/robot-books.ts";

/** What the routes of one host work with. */
export interface HostState {
	readonly store: ReplayStore;
	readonly books: RobotBooks;
	readonly imports: ImportContext;
	readonly uploads: UploadRoom;
}
