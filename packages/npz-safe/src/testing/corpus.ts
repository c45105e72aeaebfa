import { readGolden, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { Budget } from "../budget.ts";
import type { NpzErrorCode } from "../error-codes.ts";
import { isNpzError } from "../errors.ts";
import type { InflateBackend } from "../inflate-job.ts";
import { limits, type NpyDtype, type NpzLimits } from "../limits.ts";
import type { NpyArray } from "../npy-array.ts";
import { readNpyHeader } from "../npy-header.ts";
import { npyBytes } from "../npy-writable.ts";
import { readNpy } from "../read-npy.ts";
import { type NpzArchive, type NpzReadOptions, readWithBackend, readWithBackendSync } from "../read-npz.ts";

interface GoldenArray {
	entry: string | null;
	name: string | null;
	data_offset: number;
	descr: string;
	kind: string;
	itemsize: number;
	fortran_order: boolean;
	shape: number[];
	first: unknown[];
	last: unknown[];
	sha256_c_le: string;
}

export interface GoodFile {
	file: string;
	type: "npy" | "npz";
	tier: "core" | "extended";
	else_refuse?: NpzErrorCode | "zip-empty";
	arrays: GoldenArray[];
	skipped?: string[];
}

interface HostileFile {
	file: string;
	type: "npy" | "npz";
	code: NpzErrorCode;
	also_ok?: NpzErrorCode[];
	limits?: Partial<NpzLimits>;
}

/** Reads a file as the corpus asks: an NPY as one array without a name, an NPZ as its arrays by entry name. */
export type Reader = (
	bytes: ArrayBuffer | Uint8Array,
	type: "npy" | "npz",
	options: NpzReadOptions,
	budget: Budget,
) => NpzArchive | Promise<NpzArchive>;

/** Sync and async readers on one back end. */
export function readersOf(name: string, backend: InflateBackend): [string, Reader][] {
	const npy = (bytes: ArrayBuffer | Uint8Array, options: NpzReadOptions): NpzArchive => ({
		arrays: new Map([["", readNpy(bytes, options)]]),
		skipped: [],
		copied: [],
	});
	return [
		[
			`${name}, sync`,
			(bytes, type, options, budget) =>
				type === "npy" ? npy(bytes, options) : readWithBackendSync(bytes, options, backend, budget),
		],
		[
			`${name}, async`,
			async (bytes, type, options, budget) =>
				type === "npy" ? npy(bytes, options) : await readWithBackend(bytes, options, backend, budget),
		],
	];
}

/** Bounds are held by counters; this only stops a reader that hangs. */
const watchdogMilliseconds = 2000;

/** Runs the whole golden corpus on each reader: every file whole and at byte offset 3. */
export async function goldenSuites(readers: readonly [string, Reader][]): Promise<void> {
	const { files: good } = await readGoldenJson<{ files: GoodFile[] }>("npz/good.json");
	const { files: hostile } = await readGoldenJson<{ files: HostileFile[] }>("npz/hostile.json");
	const load = memo((file: string) => readGolden(`npz/${file}`));
	for (const [name, read] of readers) {
		describe(name, { timeout: watchdogMilliseconds }, () => {
			it.each(good)("decodes $file", async (record) => checkGood(record, await load(record.file), read));
			it.each(hostile)("refuses $file", async (record) =>
				checkHostile(record, await load(record.file), read),
			);
		});
	}
}

const optional: NpyDtype[] = ["datetime64", "timedelta64", "void"];

async function checkGood(record: GoodFile, bytes: Uint8Array<ArrayBuffer>, read: Reader): Promise<void> {
	for (const input of placements(bytes)) {
		if (
			record.tier === "extended" &&
			record.else_refuse === "npy-dtype-unsupported" &&
			!record.file.includes("u0")
		) {
			expect(await refusalOf(() => read(input, record.type, {}, new Budget()))).toBe("npy-dtype-unsupported");
		}
		const options: NpzReadOptions = {
			limits: { dtypes: [...limits.browser.dtypes, ...optional] },
			...(record.skipped && { foreign: "skip" }),
		};
		const archive = await read(input, record.type, options, new Budget());
		expect([...archive.arrays.keys()]).toEqual(record.arrays.map(({ name }) => name ?? ""));
		expect(archive.skipped).toEqual(record.skipped ?? []);
		for (const golden of record.arrays) {
			const array = archive.arrays.get(golden.name ?? "");
			if (!array) throw new Error(`array ${golden.name} is missing`);
			await checkArray(array, golden);
		}
		if (record.type === "npy") {
			const header = readNpyHeader(bytes, limits.host);
			expect(header.dataOffset).toBe(record.arrays[0].data_offset);
		}
	}
}

async function checkArray(array: NpyArray, golden: GoldenArray): Promise<void> {
	expect(array.descr).toBe(golden.descr);
	expect(array.shape).toEqual(golden.shape);
	expect(array.fortranOrder).toBe(golden.fortran_order);
	expect(await sha256(npyBytes(array))).toBe(golden.sha256_c_le);
	const values = valuesOf(array);
	expect(values.slice(0, 4)).toEqual(golden.first);
	expect(values.length === 0 ? [] : values.slice(-4)).toEqual(golden.last);
}

async function checkHostile(
	record: HostileFile,
	bytes: Uint8Array<ArrayBuffer>,
	read: Reader,
): Promise<void> {
	const budget = new Budget();
	for (const input of placements(bytes)) {
		const code = await refusalOf(() => read(input, record.type, { limits: record.limits }, budget));
		expect([record.code, ...(record.also_ok ?? [])]).toContain(code);
	}
	// What was spent on refusing is bounded by the file, not by what it claims (deflate and strings expand).
	expect(budget.allocatedBytes).toBeLessThanOrEqual(allowance);
	expect(budget.inflatedBytes).toBeLessThanOrEqual(allowance);
}

/** Twice (two placements) what the largest honest declaration in the hostile files comes to. */
const allowance = 2 * 1024 ** 2;

/** The file as a whole ArrayBuffer, and at byte offset 3 of a larger one. */
function placements(bytes: Uint8Array<ArrayBuffer>): (ArrayBuffer | Uint8Array)[] {
	const shifted = new Uint8Array(bytes.length + 8).fill(0xa5);
	shifted.set(bytes, 3);
	return [bytes.slice().buffer, shifted.subarray(3, 3 + bytes.length)];
}

/** The code of the refusal; fails when nothing, or something else, is thrown. */
export async function refusalOf(read: () => unknown): Promise<NpzErrorCode> {
	try {
		await read();
	} catch (error) {
		if (isNpzError(error)) {
			expect(error.hint).not.toBe("");
			expect(error.message).toContain(error.code);
			return error.code;
		}
		throw error;
	}
	throw new Error("was read without complaint");
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Elements as the golden files spell them. */
function valuesOf(array: NpyArray): unknown[] {
	const items: unknown[] = [];
	switch (array.dtype) {
		case "bool":
			return Array.from(array.data, (byte) => byte === 1);
		case "bytes":
			return array.data.map((item) => ({ hex: hex(item) }));
		case "void": {
			const width = Number(array.descr.slice(2));
			for (let i = 0; i < array.data.length; i += width)
				items.push({ hex: hex(array.data.subarray(i, i + width)) });
			return items;
		}
		case "complex64":
		case "complex128":
			for (let i = 0; i < array.data.length; i += 2)
				items.push([spelled(array.data[i]), spelled(array.data[i + 1])]);
			return items;
		default:
			return Array.from<unknown>(array.data).map(spelled);
	}
}

function spelled(value: unknown): unknown {
	if (typeof value === "bigint") return String(value);
	if (Object.is(value, -0)) return "-0";
	return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function hex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function memo<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
	const loaded = new Map<string, Promise<T>>();
	return (key) => {
		const value = loaded.get(key) ?? load(key);
		loaded.set(key, value);
		return value;
	};
}
