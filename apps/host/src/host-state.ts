import type { UploadRoom } from "./http/upload.ts";
import type { ImportContext } from "./replays/import-replay.ts";
import type { ReplayStore } from "./replays/replay-store.ts";
import type { RobotBooks } from "./robots/robot-books.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** What the routes of one host work with. */
export interface HostState {
	readonly store: ReplayStore;
	readonly books: RobotBooks;
	readonly sessions: Sessions;
	readonly imports: ImportContext;
	readonly uploads: UploadRoom;
}
