import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";

/** Whether `python3` with NumPy is here. */
export const numpyAvailable = spawnSync("python3", ["-c", "import numpy"]).status === 0;

/** An array on NumPy's side: `bytes` are its elements in the order and byte order that `descr` and `fortran` say. */
export interface NumpyArray {
	readonly key: string;
	readonly descr: string;
	readonly shape: readonly number[];
	readonly fortran: boolean;
	readonly bytes: Uint8Array;
}

const script = `
import io, json, struct, sys
import numpy as np
stdin, stdout = sys.stdin.buffer, sys.stdout.buffer

def load(payload, request):
    with np.load(io.BytesIO(payload), allow_pickle=False) as z:
        names = request.get("keys") or z.files
        arrays = [(k, z[k]) for k in names]
        about = [dict(key=k, descr=a.dtype.str, shape=a.shape, fortran=False, length=a.nbytes) for k, a in arrays]
        return dict(files=len(z.files), arrays=about), b"".join(a.tobytes("C") for _, a in arrays)

def save(payload, request):
    arrays, at = {}, 0
    for spec in request["arrays"]:
        flat = np.frombuffer(payload, np.dtype(spec["descr"]), spec["count"], at) if spec["length"] else np.zeros(spec["count"], spec["descr"])
        arrays[spec["key"]] = flat.reshape(spec["shape"], order="F" if spec["fortran"] else "C")
        at += spec["length"]
    out = io.BytesIO()
    (np.savez_compressed if request["compressed"] else np.savez)(out, **arrays)
    return {}, out.getvalue()

def save_npy(payload, request):
    out = io.BytesIO()
    np.save(out, np.frombuffer(payload, np.dtype(request["descr"])).reshape(request["shape"]))
    return {}, out.getvalue()

while True:
    head = stdin.read(8)
    if len(head) < 8:
        break
    text, body = struct.unpack("<II", head)
    request = json.loads(stdin.read(text))
    try:
        reply, data = globals()[request["op"]](stdin.read(body), request)
    except Exception as error:
        reply, data = dict(error=repr(error)), b""
    encoded = json.dumps(reply).encode()
    stdout.write(struct.pack("<II", len(encoded), len(data)) + encoded + data)
    stdout.flush()
`;

interface Reply {
	readonly error?: string;
	readonly files?: number;
	readonly arrays?: { key: string; descr: string; shape: number[]; fortran: boolean; length: number }[];
}

/** One long-lived Python with NumPy; requests are answered in turn. */
export class Numpy {
	private readonly child: ChildProcessWithoutNullStreams = spawn("python3", ["-c", script]);
	private readonly chunks: AsyncIterator<Buffer> = this.child.stdout[Symbol.asyncIterator]();
	private pending: Buffer = Buffer.alloc(0);

	/** Loads an NPZ; gives the number of entries and the arrays (of `keys`, or all). */
	async load(npz: Uint8Array, keys?: string[]): Promise<{ files: number; arrays: NumpyArray[] }> {
		const { reply, data } = await this.ask({ op: "load", keys }, npz);
		let at = 0;
		const arrays = (reply.arrays ?? []).map(({ length, ...array }) => {
			at += length;
			return { ...array, bytes: data.subarray(at - length, at) };
		});
		return { files: reply.files ?? 0, arrays };
	}

	/** Saves arrays with `numpy.savez` or `numpy.savez_compressed`. */
	async save(arrays: readonly NumpyArray[], compressed: boolean): Promise<Uint8Array> {
		const specs = arrays.map(({ bytes, ...array }) => {
			const count = array.shape.reduce((product, length) => product * length, 1);
			return { ...array, count, length: bytes.length };
		});
		const request = { op: "save", arrays: specs, compressed };
		return (await this.ask(request, Buffer.concat(arrays.map(({ bytes }) => bytes)))).data;
	}

	/** The bytes of `numpy.save`. */
	async saveNpy({ descr, shape, bytes }: Pick<NumpyArray, "descr" | "shape" | "bytes">): Promise<Uint8Array> {
		return (await this.ask({ op: "save_npy", descr, shape }, bytes)).data;
	}

	close(): void {
		this.child.stdin.end();
	}

	private async ask(request: object, payload: Uint8Array): Promise<{ reply: Reply; data: Uint8Array }> {
		const text = Buffer.from(JSON.stringify(request));
		const head = Buffer.alloc(8);
		head.writeUInt32LE(text.length, 0);
		head.writeUInt32LE(payload.length, 4);
		this.child.stdin.write(Buffer.concat([head, text, payload]));
		const lengths = await this.take(8);
		const reply = JSON.parse((await this.take(lengths.readUInt32LE(0))).toString()) as Reply;
		const data = await this.take(lengths.readUInt32LE(4));
		if (reply.error) throw new Error(`NumPy: ${reply.error}`);
		return { reply, data: new Uint8Array(data) };
	}

	private async take(length: number): Promise<Buffer> {
		const parts: Buffer[] = [this.pending];
		let have = this.pending.length;
		while (have < length) {
			const { value, done } = await this.chunks.next();
			if (done) throw new Error("Python ended");
			parts.push(value);
			have += value.length;
		}
		const all = parts.length === 1 ? this.pending : Buffer.concat(parts);
		this.pending = all.subarray(length);
		return all.subarray(0, length);
	}
}
