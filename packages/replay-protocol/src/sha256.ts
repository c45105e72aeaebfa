/** An incremental hash of bytes, such as Node's `createHash("sha256")` behind two methods. */
export interface Hasher {
	/** Takes more bytes; the buffer may be reused after the call. */
	update(bytes: Uint8Array): void;
	/** Ends the hash: 64 lowercase hexadecimal digits. */
	digest(): string;
}

const roundConstants = new Int32Array(64);
const initialState = new Int32Array(8);

fillConstants();

/** FIPS 180-4 4.2.2 and 5.3.3: fractions of the cube and square roots of the first primes. */
function fillConstants(): void {
	const primes: number[] = [];
	for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
	for (const [i, prime] of primes.entries()) {
		roundConstants[i] = rootFraction(BigInt(prime), 3n);
		if (i < 8) initialState[i] = rootFraction(BigInt(prime), 2n);
	}
}

/** First 32 fractional bits of the integer's root of the given degree, by bisection on exact integers. */
function rootFraction(value: bigint, degree: bigint): number {
	const scaled = value << (32n * degree);
	let low = 0n;
	let high = 1n << 40n;
	while (high - low > 1n) {
		const middle = (low + high) >> 1n;
		if (middle ** degree <= scaled) low = middle;
		else high = middle;
	}
	return Number(BigInt.asIntN(32, low));
}

/**
 * Incremental SHA-256 (FIPS 180-4), synchronous and in constant memory.
 *
 * Web Crypto is asynchronous, one-shot, and absent outside secure contexts; judging a replay is synchronous and a
 * replay may be half a gigabyte.
 */
export function createSha256(): Hasher {
	const state = initialState.slice();
	const block = new Uint8Array(64);
	const schedule = new Int32Array(64);
	let filled = 0;
	let length = 0;

	function update(bytes: Uint8Array): void {
		length += bytes.length;
		let offset = 0;
		if (filled > 0) {
			offset = Math.min(64 - filled, bytes.length);
			block.set(bytes.subarray(0, offset), filled);
			filled += offset;
			if (filled < 64) return;
			compress(state, schedule, block, 0);
		}
		for (; offset + 64 <= bytes.length; offset += 64) compress(state, schedule, bytes, offset);
		filled = bytes.length - offset;
		block.set(bytes.subarray(offset), 0);
	}

	function digest(): string {
		const bits = BigInt(length) * 8n;
		const tail = new Uint8Array(filled < 56 ? 64 - filled : 128 - filled);
		tail[0] = 0x80;
		new DataView(tail.buffer).setBigUint64(tail.length - 8, bits);
		update(tail);
		return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
	}

	return { update, digest };
}

/** One block of 64 bytes: message schedule and 64 rounds (FIPS 180-4 6.2.2). */
function compress(state: Int32Array, w: Int32Array, bytes: Uint8Array, offset: number): void {
	for (let i = 0, p = offset; i < 16; i++, p += 4) {
		w[i] = (bytes[p] << 24) | (bytes[p + 1] << 16) | (bytes[p + 2] << 8) | bytes[p + 3];
	}
	for (let i = 16; i < 64; i++) {
		const x = w[i - 15];
		const y = w[i - 2];
		const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
		const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
		w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
	}
	let a = state[0];
	let b = state[1];
	let c = state[2];
	let d = state[3];
	let e = state[4];
	let f = state[5];
	let g = state[6];
	let h = state[7];
	for (let i = 0; i < 64; i++) {
		const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
		const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i] + w[i]) | 0;
		const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
		const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + t1) | 0;
		d = c;
		c = b;
		b = a;
		a = (t1 + t2) | 0;
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}
