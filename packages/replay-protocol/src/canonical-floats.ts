import type { ReplayArray } from "./artifact.ts";
import { hostIsLittleEndian } from "./byte-order.ts";

/** The array with one form of NaN and no -0, as the content digest counts them; copied only where that differs. */
export function withCanonicalFloats<Any extends ReplayArray>(array: Any): Any {
	if (array.dtype === "float64") return { ...array, data: canonicalFloats(array.data, setNaN64) };
	if (array.dtype === "float32") return { ...array, data: canonicalFloats(array.data, setNaN32) };
	return array;
}

function canonicalFloats<Floats extends Float32Array | Float64Array>(
	data: Floats,
	setNaN: (view: DataView, index: number) => void,
): Floats {
	if (!data.some((value) => Number.isNaN(value) || Object.is(value, -0))) return data;
	const copy = data.slice() as Floats;
	const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
	for (let i = 0; i < copy.length; i++) {
		if (Number.isNaN(copy[i])) setNaN(view, i);
		else if (copy[i] === 0) copy[i] = 0;
	}
	return copy;
}

function setNaN64(view: DataView, index: number): void {
	view.setBigUint64(8 * index, 0x7ff8000000000000n, hostIsLittleEndian);
}

function setNaN32(view: DataView, index: number): void {
	view.setUint32(4 * index, 0x7fc00000, hostIsLittleEndian);
}
