interface ErrorDefinition {
	readonly status: number;
	/** What happened, in words that hold no value of the request and no path. */
	readonly message: string;
	/** What the caller can do about it. */
	readonly hint: string;
}

/** Every error code the host answers with, its HTTP status, and its words. Codes never change meaning. */
export const errorCodes = {
	"bad-request": {
		status: 400,
		message: "The request is not valid HTTP or its address is malformed.",
		hint: "Send one HTTP/1.1 request whose address is percent-encoded UTF-8.",
	},
	"parse-request": {
		status: 400,
		message: "The request body is not JSON.",
		hint: "Send one JSON object in UTF-8, without duplicate keys.",
	},
	"decode-request": {
		status: 400,
		message: "The request does not have the documented shape.",
		hint: "GET /api/openapi.json and API.md have the shape of every request.",
	},
	"unsafe-id": {
		status: 400,
		message: "An id is not usable as a file name.",
		hint: "Use 1 to 128 of A-Z a-z 0-9 . _ - , starting with a letter or digit, without two dots in a row; the names of routes are reserved.",
	},
	"cross-origin-request": {
		status: 403,
		message: "Requests that write are taken only from the host's own pages and from local programs.",
		hint: "Send it from the host's own pages, or without Origin and Sec-Fetch-Site.",
	},
	"not-found": {
		status: 404,
		message: "There is no such route.",
		hint: "GET /api/openapi.json names every route.",
	},
	"replay-not-found": {
		status: 404,
		message: "No replay has this id.",
		hint: "GET /api/moonrobo/replays lists the replays of the store.",
	},
	"session-not-found": {
		status: 404,
		message: "No observation session has this id.",
		hint: "GET /api/moonrobo/sessions lists the sessions of the store.",
	},
	"episode-not-found": {
		status: 404,
		message: "No dataset episode has this id.",
		hint: "GET /api/moonrobo/sessions tells the episode_id of each session that a review of its book names.",
	},
	"link-document-not-found": {
		status: 404,
		message:
			"The robot's RoboBook has no such receipt or snapshot, or not the dispatch or feedback it names.",
		hint: "Put the run's documents where the book keeps them, under their ids: runs/receipts, runs/task-executions, .moonsuite/products/moonrobo/bridge-dispatches and runs/telemetry.",
	},
	"robot-not-found": {
		status: 404,
		message: "No RoboBook has this robot id.",
		hint: "GET /api/moonrobo/robots lists the robots of the store.",
	},
	"model-not-found": {
		status: 404,
		message: "The robot's RoboBook holds no model file.",
		hint: "Put the URDF where robot.json's model.primary says, inside the book's model folder.",
	},
	"asset-not-found": {
		status: 404,
		message: "The robot's model folder holds no such file.",
		hint: "The robot's own answer lists the assets that its model names.",
	},
	"method-not-allowed": {
		status: 405,
		message: "The route does not take this method; see Allow.",
		hint: "Send the request with a method that Allow names.",
	},
	"request-timeout": {
		status: 408,
		message: "The request did not arrive in time.",
		hint: "Send the request again, and all of it within five minutes.",
	},
	"replay-id-conflict": {
		status: 409,
		message: "Another replay with different content already has this id.",
		hint: "Evidence is never replaced: import under another replay_id; an export with another source_label has another id.",
	},
	"book-refused": {
		status: 409,
		message:
			"The robot's RoboBook does not take replays: what stands at runs or runs/replays is a link, a file, or closed to the host. Nothing was stored.",
		hint: "Make runs and runs/replays plain folders of the book that the host may write to.",
	},
	"replay-robot-mismatch": {
		status: 409,
		message: "The replay is of another robot than the one that was expected.",
		hint: "Select the robot that the replay names, or leave expected_robot_id out.",
	},
	"annotation-conflict": {
		status: 409,
		message: "Another note already has this id.",
		hint: "Notes are never replaced: add another one, or leave annotation_id out.",
	},
	"replay-content-mismatch": {
		status: 409,
		message: "The replay's content is not the one that the request names.",
		hint: "Name the replay that the place or the run was found in; its own answer tells its content_digest.",
	},
	"precondition-failed": {
		status: 412,
		message: "The stored bytes are not the ones the request asks for.",
		hint: "Read the current ETag and try again.",
	},
	"payload-too-large": {
		status: 413,
		message: "The request body is larger than the limit.",
		hint: "A replay may have 512 MiB as application/octet-stream and 128 MiB inside JSON, other requests 64 KiB.",
	},
	"unsupported-media-type": {
		status: 415,
		message: "The request's content type or encoding is not taken here.",
		hint: "Send application/json, or application/octet-stream with x-replay-encoding: npz, json or msgpack.",
	},
	"range-not-satisfiable": {
		status: 416,
		message: "The range begins after the last byte.",
		hint: "Content-Range tells the length.",
	},
	"expectation-failed": {
		status: 417,
		message: "The host meets no expectation but 100-continue.",
		hint: "Send the request without Expect.",
	},
	"host-not-allowed": {
		status: 421,
		message: "The Host header does not name this server.",
		hint: "Use the address that the host printed when it started.",
	},
	"replay-blocked": {
		status: 422,
		message: "The replay has blocking diagnostics and was not stored; see validation.",
		hint: "Repair what the report names and import the repaired replay: the host never changes one.",
	},
	"replay-not-storable": {
		status: 422,
		message:
			"What would be stored about the replay could not be read back, so the replay was not stored; see validation.",
		hint: "Metadata must survive being written as JSON, and the manifest must stay below 1 MiB.",
	},
	"annotation-frame-unknown": {
		status: 422,
		message: "The replay has no frame with this id.",
		hint: "Name a value of the replay's frame_id, numbers in decimal, or leave it empty for a note on a span or on all.",
	},
	"annotation-span-invalid": {
		status: 422,
		message: "The note's times are not a span of the replay, or it names a frame and a span.",
		hint: "Give a frame_id alone, or an empty frame_id with t_start and t_end within the replay's t, or an empty frame_id alone.",
	},
	"export-blocked": {
		status: 422,
		message: "What would be exported has blocking diagnostics, and nothing was stored; see validation.",
		hint: "Repair what the report names in a new replay, or export another span, other arrays, or with another fill.",
	},
	"link-not-proven": {
		status: 422,
		message: "The documents do not prove that the replay's robot ran; the replay keeps its class.",
		hint: "Link the replay to a run of its robot that was executed and whose feedback was checked; reason says what is lacking.",
	},
	"window-too-large": {
		status: 422,
		message: "The window holds more values than one answer may.",
		hint: "Ask for a shorter time, or read the payload itself.",
	},
	"session-too-large": {
		status: 422,
		message: "The session has more frames, or more notes, than are read for one answer.",
		hint: "A timeline has at most 100,000 frames, an export 1,000,000.",
	},
	"robot-unknown": {
		status: 422,
		message: "The store has no RoboBook for the robot that the replay names, so the replay was not stored.",
		hint: "Add one folder named after the robot id, with a robot.json and model/robot.urdf as ROBOBOOK.md says, to the store, then import again.",
	},
	"header-too-large": {
		status: 431,
		message: "The request's headers are too large.",
		hint: "Send shorter headers: all of them together may have 16 KiB.",
	},
	"internal-error": {
		status: 500,
		message: "The host failed; nothing was changed by this request.",
		hint: "The request_id finds the entry in the host's log.",
	},
	"storage-failed": {
		status: 500,
		message: "The store could not be read or written.",
		hint: "Send the request again: imports, exports, links and notes with an annotation_id that were stored meanwhile are answered with existed: true.",
	},
	"evidence-damaged": {
		status: 500,
		message:
			"What is stored is missing, unreadable or no longer what was accepted; it is not served, and nothing was written over it.",
		hint: "Restore the replay's folder from a copy, or import the replay under another replay_id: the host never repairs evidence by itself.",
	},
	"session-damaged": {
		status: 500,
		message: "The session's documents are missing, unreadable or contradict each other.",
		hint: "Restore the session's files from a copy: the host never repairs evidence by itself.",
	},
	"cockpit-not-built": {
		status: 503,
		message: "The host runs, but the cockpit has not been built.",
		hint: "Run the workspace's build; the API under /api works meanwhile.",
	},
	"uploads-busy": {
		status: 503,
		message: "Other uploads use the memory for request bodies.",
		hint: "Send the request again after Retry-After seconds; imports as application/octet-stream do not need this memory.",
	},
	"storage-full": {
		status: 507,
		message: "The store has no room left; nothing was stored.",
		hint: "Make room in the store's file system, or use a store with fewer than 20,000 replays, then send the request again.",
	},
} as const satisfies Record<string, ErrorDefinition>;

/** A code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;

/** Status, message and hint of a code. */
export function errorDefinition(code: ErrorCode): ErrorDefinition {
	return errorCodes[code];
}
