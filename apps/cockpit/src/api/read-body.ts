import { ApiError } from "./api-error.ts";

/** How far a download has come; `total` is null where the host did not say. */
export interface DownloadProgress {
	readonly received: number;
	readonly total: number | null;
}

/** Most bytes taken from one answer: the replay limit of the protocol. */
const maxBytes = 512 * 1024 * 1024;

/** Reads an answer's bytes, checking its declared length first; an answer cut short is an error, never a short file. */
export async function readBody(
	response: Response,
	onProgress?: (progress: DownloadProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
	const header = response.headers.get("content-length");
	const total = header === null || response.headers.has("content-encoding") ? null : Number(header);
	if (total !== null && total > maxBytes) throw tooLarge(response.status);
	if (response.body === null) return new Uint8Array(await response.arrayBuffer());
	const chunks: Uint8Array[] = [];
	let received = 0;
	for (const reader = response.body.getReader(); ; ) {
		const { done, value } = await reader.read();
		if (done) break;
		received += value.byteLength;
		if (received > maxBytes) {
			await reader.cancel();
			throw tooLarge(response.status);
		}
		chunks.push(value);
		onProgress?.({ received, total });
	}
	if (total !== null && received !== total)
		throw new ApiError({
			code: "answer-cut-short",
			status: response.status,
			message: `${received} of ${total} bytes`,
		});
	return join(chunks, received);
}

function tooLarge(status: number): ApiError {
	return new ApiError({ code: "answer-too-large", status, message: `more than ${maxBytes} bytes` });
}

function join(chunks: readonly Uint8Array[], byteLength: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(byteLength);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
