/** Bytes that are not well-formed MessagePack, or not in the form of a replay, with the place. */
export class MsgpackFault extends Error {
	override readonly name = "MsgpackFault";
	readonly reason:
		| "truncated"
		| "reserved-byte"
		| "utf-8"
		| "too-deep"
		| "key-not-text"
		| "key-too-long"
		| "trailing-bytes";
	readonly offset: number;

	constructor(reason: MsgpackFault["reason"], offset: number) {
		super(`${reason} at byte ${offset}`);
		this.reason = reason;
		this.offset = offset;
	}
}

/** What a value is, as its first byte says. */
export type MsgpackKind =
	| "nil"
	| "boolean"
	| "integer"
	| "float"
	| "text"
	| "binary"
	| "list"
	| "map"
	| "extension";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads tokens of MessagePack (github.com/msgpack/msgpack, `spec.md`), forward: {@link next} takes the head of a value
 * and leaves in `kind`, `size` and `value` what it says. A size that the rest of the bytes cannot hold is a fault at once.
 */
export class MsgpackScanner {
	readonly bytes: Uint8Array;
	/** Offset of the next byte. */
	position = 0;
	/** Offset behind the last byte. */
	readonly end: number;
	/** Kind of the last head. */
	kind: MsgpackKind = "nil";
	/** Of the last head: bytes of a text, binary or extension, entries of a list or map; 0 of any other. */
	size = 0;
	/** Of the last head: the number (integers beyond 2^53 rounded), 0 or 1 of a boolean, the type of an extension. */
	value = 0;
	readonly #view: DataView;
	#headAt = 0;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
		this.end = bytes.length;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	/** Gives up. */
	fault(reason: MsgpackFault["reason"] = "truncated", offset = this.position): never {
		throw new MsgpackFault(reason, offset);
	}

	/** Takes the head of the next value; the payload of a text, binary or extension is the caller's to take. */
	next(): MsgpackKind {
		this.#headAt = this.position;
		this.value = 0;
		this.size = 0;
		const lead = this.#unsigned(1);
		if (lead < 0x80) return this.#scalar("integer", lead);
		if (lead < 0x90) return this.#sized("map", lead & 0x0f);
		if (lead < 0xa0) return this.#sized("list", lead & 0x0f);
		if (lead < 0xc0) return this.#sized("text", lead & 0x1f);
		if (lead >= 0xe0) return this.#scalar("integer", lead - 0x100);
		return lead < 0xd4 ? this.#wideScalar(lead) : this.#wideSized(lead);
	}

	/** Takes the payload of the text, binary or extension whose head was just taken: a view. */
	payload(): Uint8Array {
		const start = this.position;
		this.position += this.size;
		return this.bytes.subarray(start, this.position);
	}

	/** Takes the payload of the text whose head was just taken. */
	text(): string {
		const offset = this.position;
		try {
			return decoder.decode(this.payload());
		} catch {
			return this.fault("utf-8", offset);
		}
	}

	/** Heads 0xc0 to 0xd3. */
	#wideScalar(lead: number): MsgpackKind {
		if (lead === 0xc0) return this.#scalar("nil", 0);
		if (lead === 0xc1) return this.fault("reserved-byte", this.#headAt);
		if (lead < 0xc4) return this.#scalar("boolean", lead - 0xc2);
		if (lead < 0xc7) return this.#sized("binary", this.#unsigned(1 << (lead - 0xc4)));
		if (lead < 0xca) return this.#extension(this.#unsigned(1 << (lead - 0xc7)));
		if (lead < 0xcc) return this.#scalar("float", this.#float(lead === 0xca ? 4 : 8));
		if (lead < 0xd0) return this.#scalar("integer", this.#unsigned(1 << (lead - 0xcc)));
		return this.#scalar("integer", this.#signed(1 << (lead - 0xd0)));
	}

	/** Heads 0xd4 to 0xdf. */
	#wideSized(lead: number): MsgpackKind {
		if (lead < 0xd9) return this.#extension(1 << (lead - 0xd4));
		if (lead < 0xdc) return this.#sized("text", this.#unsigned(1 << (lead - 0xd9)));
		if (lead < 0xde) return this.#sized("list", this.#unsigned(2 << (lead - 0xdc)));
		return this.#sized("map", this.#unsigned(2 << (lead - 0xde)));
	}

	#scalar(kind: MsgpackKind, value: number): MsgpackKind {
		this.kind = kind;
		this.value = value;
		return kind;
	}

	/** An entry of a list takes a byte at least, one of a map two. */
	#sized(kind: MsgpackKind, size: number): MsgpackKind {
		this.kind = kind;
		this.size = size;
		const least = kind === "map" ? 2 * size : size;
		if (least > this.end - this.position) this.fault("truncated", this.#headAt);
		return kind;
	}

	#extension(size: number): MsgpackKind {
		this.value = this.#signed(1);
		return this.#sized("extension", size);
	}

	#unsigned(width: number): number {
		const at = this.#advance(width);
		if (width === 1) return this.#view.getUint8(at);
		if (width === 2) return this.#view.getUint16(at);
		if (width === 4) return this.#view.getUint32(at);
		return this.#view.getUint32(at) * 2 ** 32 + this.#view.getUint32(at + 4);
	}

	#signed(width: number): number {
		const at = this.#advance(width);
		if (width === 1) return this.#view.getInt8(at);
		if (width === 2) return this.#view.getInt16(at);
		if (width === 4) return this.#view.getInt32(at);
		return this.#view.getInt32(at) * 2 ** 32 + this.#view.getUint32(at + 4);
	}

	#float(width: 4 | 8): number {
		const at = this.#advance(width);
		return width === 4 ? this.#view.getFloat32(at) : this.#view.getFloat64(at);
	}

	#advance(width: number): number {
		const at = this.position;
		if (width > this.end - at) this.fault("truncated", this.#headAt);
		this.position = at + width;
		return at;
	}
}
