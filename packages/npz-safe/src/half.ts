/** Widens IEEE 754 binary16 bits to float32, exactly; NaN payloads are kept in the upper bits. */
export function widenHalf(raw: Uint16Array): Float32Array<ArrayBuffer> {
	const out = new Float32Array(raw.length);
	const bits = new Uint32Array(out.buffer);
	for (let i = 0; i < raw.length; i++) {
		const half = raw[i];
		const sign = (half & 0x8000) << 16;
		const exponent = half & 0x7c00;
		const fraction = half & 0x03ff;
		if (exponent === 0x7c00) bits[i] = sign | 0x7f800000 | (fraction << 13);
		else if (exponent !== 0) bits[i] = sign | ((exponent + 0x1c000) << 13) | (fraction << 13);
		else {
			out[i] = fraction * 2 ** -24; // zero or subnormal: exact in float32
			bits[i] |= sign;
		}
	}
	return out;
}
