const encoder = new TextEncoder();
const pieceBytes = 64 * 1024;
/** Bytes of the longest head with its number. */
const longestHead = 9;

/** Gathers tokens of MessagePack, each head in its shortest form; binaries are referred to until {@link bytes}. */
export class MsgpackSink {
	readonly #pieces: Uint8Array[] = [];
	#piece = new Uint8Array(pieceBytes);
	#view = new DataView(this.#piece.buffer);
	#filled = 0;

	nil(): void {
		this.#byte(0xc0);
	}

	boolean(value: boolean): void {
		this.#byte(value ? 0xc3 : 0xc2);
	}

	/** A safe integer in as few bytes as hold it, any other number as float64. */
	number(value: number): void {
		if (!Number.isSafeInteger(value)) {
			this.#byte(0xcb);
			this.#view.setFloat64(this.#filled, value);
			this.#filled += 8;
		} else if (value < 0) this.#negative(value);
		else if (value < 0x80) this.#byte(value);
		else if (value < 0x100) this.#head(0xcc, 1, value);
		else if (value < 0x1_0000) this.#head(0xcd, 2, value);
		else if (value < 0x1_0000_0000) this.#head(0xce, 4, value);
		else this.#head(0xcf, 8, value);
	}

	/** The list's length; its values follow. */
	list(length: number): void {
		if (length < 0x10) this.#byte(0x90 | length);
		else if (length < 0x1_0000) this.#head(0xdc, 2, length);
		else this.#head(0xdd, 4, length);
	}

	/** The number of the map's entries; keys and values follow. */
	map(size: number): void {
		if (size < 0x10) this.#byte(0x80 | size);
		else if (size < 0x1_0000) this.#head(0xde, 2, size);
		else this.#head(0xdf, 4, size);
	}

	text(text: string): void {
		const bytes = encoder.encode(text);
		const { length } = bytes;
		if (length < 0x20) this.#byte(0xa0 | length);
		else if (length < 0x100) this.#head(0xd9, 1, length);
		else if (length < 0x1_0000) this.#head(0xda, 2, length);
		else this.#head(0xdb, 4, length);
		this.#payload(bytes);
	}

	binary(bytes: Uint8Array): void {
		const { length } = bytes;
		if (length < 0x100) this.#head(0xc4, 1, length);
		else if (length < 0x1_0000) this.#head(0xc5, 2, length);
		else this.#head(0xc6, 4, length);
		this.#payload(bytes);
	}

	/** Everything so far. */
	bytes(): Uint8Array<ArrayBuffer> {
		const pieces = [...this.#pieces, this.#piece.subarray(0, this.#filled)];
		const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
		let offset = 0;
		for (const piece of pieces) {
			all.set(piece, offset);
			offset += piece.length;
		}
		return all;
	}

	#negative(value: number): void {
		if (value >= -0x20) this.#byte(value & 0xff);
		else if (value >= -0x80) this.#head(0xd0, 1, value);
		else if (value >= -0x8000) this.#head(0xd1, 2, value);
		else if (value >= -0x8000_0000) this.#head(0xd2, 4, value);
		else this.#head(0xd3, 8, value);
	}

	#byte(value: number): void {
		this.#reserve(longestHead);
		this.#piece[this.#filled++] = value;
	}

	#head(lead: number, width: 1 | 2 | 4 | 8, value: number): void {
		this.#byte(lead);
		const at = this.#filled;
		// Setters take a number modulo their width, so negative ones need no case of their own.
		if (width === 1) this.#view.setUint8(at, value);
		else if (width === 2) this.#view.setUint16(at, value);
		else if (width === 4) this.#view.setUint32(at, value);
		else this.#view.setBigInt64(at, BigInt(value));
		this.#filled += width;
	}

	#payload(bytes: Uint8Array): void {
		if (bytes.length <= pieceBytes / 4) {
			this.#reserve(bytes.length);
			this.#piece.set(bytes, this.#filled);
			this.#filled += bytes.length;
			return;
		}
		this.#flush();
		this.#pieces.push(bytes);
	}

	/** Makes room for so many bytes in one piece. */
	#reserve(length: number): void {
		if (this.#filled + length > pieceBytes) this.#flush();
	}

	#flush(): void {
		this.#pieces.push(this.#piece.subarray(0, this.#filled));
		this.#piece = new Uint8Array(pieceBytes);
		this.#view = new DataView(this.#piece.buffer);
		this.#filled = 0;
	}
}
