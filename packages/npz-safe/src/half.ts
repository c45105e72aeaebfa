/** Widens IEEE 754 binary16 bits to float32, exactly; NaN payloads are not kept. */
export function widenHalf(raw: Uint16Array): Float32Array<ArrayBuffer> {
	const out = new Float32Array(raw.length);
	for (let i = 0; i < raw.length; i++) {
		const exponent = (raw[i] >>> 10) & 0x1f;
		const fraction = raw[i] & 0x3ff;
		const finite = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
		const magnitude = exponent < 31 ? finite : fraction ? Number.NaN : Infinity;
		out[i] = raw[i] & 0x8000 ? -magnitude : magnitude;
	}
	return out;
}
