import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readlink, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Directory, StorageReason } from "./directory.ts";
import { type Confinement, openRootDirectory } from "./node-directory.ts";
import { openFileAt, removeTree, withMadeDirectory } from "./walk.ts";

const onLinux = process.platform === "linux";
const confinements: Confinement[] = onLinux ? ["descriptor", "checked-path"] : ["checked-path"];

describe.each(confinements)("openRootDirectory, %s", (confinement) => {
	let outside: string;
	let path: string;
	let root: Directory;

	beforeEach(async () => {
		const base = await mkdtemp(join(tmpdir(), "hindcast-directory-"));
		[outside, path] = [join(base, "outside"), join(base, "root")];
		await mkdir(outside);
		await mkdir(join(path, "inner"), { recursive: true });
		await writeFile(join(outside, "secret"), "secret");
		await writeFile(join(path, "inner", "file"), "0123456789");
		root = await openRootDirectory(path, confinement);
	});

	afterEach(async () => {
		await root.close();
		await rm(join(path, ".."), { recursive: true });
	});

	const refusal = (reason: StorageReason) => expect.objectContaining({ name: "StorageError", reason });

	it("reads plain files by parts", async () => {
		const file = await openFileAt(root, ["inner", "file"]);
		expect(file.byteLength).toBe(10);
		expect(new TextDecoder().decode(await file.read(3, 4))).toBe("3456");
		expect(new TextDecoder().decode(await file.read(8, 99))).toBe("89");
		expect(await file.read(10, 1)).toHaveLength(0);
		await file.close();
	});

	it("writes files and directories for the owner only, and never over what is there", async () => {
		await withMadeDirectory(root, ["a", "b"], async (directory) => {
			const file = await directory.createFile("new");
			await file.write(Uint8Array.of(1, 2));
			await file.write(Uint8Array.of(3));
			await file.sync();
			await file.close();
			await expect(directory.createFile("new")).rejects.toEqual(refusal("exists"));
			await directory.sync();
		});
		await expect(root.makeDirectory("a")).rejects.toEqual(refusal("exists"));
		expect([...(await readFile(join(path, "a/b/new")))]).toEqual([1, 2, 3]);
		expect((await stat(join(path, "a/b/new"))).mode & 0o777).toBe(0o600);
		expect((await stat(join(path, "a/b"))).mode & 0o777).toBe(0o700);
	});

	it("moves without replacing files, or directories that hold something", async () => {
		await writeFile(join(path, "one"), "1");
		await writeFile(join(path, "two"), "2");
		await mkdir(join(path, "empty"));
		await expect(root.move("one", root, "two")).rejects.toEqual(refusal("exists"));
		await expect(root.move("empty", root, "inner")).rejects.toEqual(refusal("exists"));
		await expect(root.move("nothing", root, "x")).rejects.toEqual(refusal("missing"));
		await root.move("one", root, "moved");
		expect(await readFile(join(path, "moved"), "utf8")).toBe("1");
		expect(await readFile(join(path, "two"), "utf8")).toBe("2");
		expect(await readFile(join(path, "inner/file"), "utf8")).toBe("0123456789");
	});

	it("lets one of several that move files to a name at once have it, and leaves the others what they had", async () => {
		for (let round = 0; round < 20; round++) {
			const names = Array.from({ length: 8 }, (_, at) => `from-${round}-${at}`);
			for (const name of names) await writeFile(join(path, name), name);
			const outcomes = await Promise.allSettled(names.map((name) => root.move(name, root, `to-${round}`)));
			const winners = names.filter((_, at) => outcomes[at].status === "fulfilled");
			expect(winners).toEqual([await readFile(join(path, `to-${round}`), "utf8")]);
			for (const [at, outcome] of outcomes.entries()) {
				if (outcome.status === "fulfilled") continue;
				expect(outcome.reason).toEqual(refusal("exists"));
				expect(await readFile(join(path, names[at]), "utf8")).toBe(names[at]);
			}
		}
	});

	it("moves no file onto a link or a directory, and no directory onto a file or a link", async () => {
		await writeFile(join(path, "one"), "1");
		await mkdir(join(path, "empty"));
		await symlink("nowhere", join(path, "dangling"));
		for (const taken of ["dangling", "empty", "inner"]) {
			await expect(root.move("one", root, taken)).rejects.toEqual(refusal("exists"));
		}
		for (const taken of ["dangling", "one"]) {
			await expect(root.move("inner", root, taken)).rejects.toEqual(refusal("exists"));
		}
		await root.move("dangling", root, "set-aside");
		expect(await readlink(join(path, "set-aside"))).toBe("nowhere");
		await root.move("inner", root, "empty");
		expect(await readFile(join(path, "empty/file"), "utf8")).toBe("0123456789");
	});

	it.each(["", ".", "..", "a/b", "../outside", "a\0b", "/etc", "a\\b"])(
		"refuses the name %j",
		async (name) => {
			await expect(root.openFile(name)).rejects.toEqual(refusal("refused"));
			await expect(root.openDirectory(name)).rejects.toEqual(refusal("refused"));
			await expect(root.createFile(name)).rejects.toEqual(refusal("refused"));
			await expect(root.makeDirectory(name)).rejects.toEqual(refusal("refused"));
			await expect(root.move("inner", root, name)).rejects.toEqual(refusal("refused"));
		},
	);

	it("follows no link: neither as a file, nor as a directory on the way", async () => {
		await symlink(join(outside, "secret"), join(path, "link"));
		await symlink(outside, join(path, "folder"));
		await symlink("inner", join(path, "within"));
		await expect(root.openFile("link")).rejects.toEqual(refusal("refused"));
		await expect(root.openDirectory("folder")).rejects.toEqual(refusal("refused"));
		await expect(openFileAt(root, ["folder", "secret"])).rejects.toEqual(refusal("refused"));
		await expect(openFileAt(root, ["within", "file"])).rejects.toEqual(refusal("refused"));
		await expect(root.move("inner", root, "link")).rejects.toEqual(refusal("exists"));
		const kinds = Object.fromEntries((await root.entries()).map(({ name, kind }) => [name, kind]));
		expect(kinds).toEqual({ folder: "other", inner: "directory", link: "other", within: "other" });
	});

	it.runIf(onLinux)(
		"opens neither a FIFO nor a directory as a file, and does not wait for either",
		async () => {
			execFileSync("mkfifo", [join(path, "fifo")]);
			await expect(root.openFile("fifo")).rejects.toEqual(refusal("refused"));
			await expect(root.openFile("inner")).rejects.toEqual(refusal("refused"));
			await expect(root.openDirectory("fifo")).rejects.toEqual(refusal("refused"));
		},
	);

	it("keeps meaning the same directory, or refuses, when its name is swapped for a link", async () => {
		const inner = await root.openDirectory("inner");
		await rename(join(path, "inner"), join(path, "aside"));
		await symlink(outside, join(path, "inner"));
		if (confinement === "descriptor") {
			expect(
				(await inner.openFile("file").then(async (file) => [file, await file.close()]))[0],
			).toBeDefined();
			await expect(inner.openFile("secret")).rejects.toEqual(refusal("missing"));
		} else {
			await expect(inner.openFile("file")).rejects.toEqual(refusal("refused"));
			await expect(inner.openFile("secret")).rejects.toEqual(refusal("refused"));
		}
		await inner.close();
	});

	it("keeps reading the file it opened when another takes its name", async () => {
		const file = await openFileAt(root, ["inner", "file"]);
		await writeFile(join(path, "replacement"), "abcdefghij");
		await rename(join(path, "replacement"), join(path, "inner/file"));
		expect(new TextDecoder().decode(await file.read(0, 10))).toBe("0123456789");
		const now = await openFileAt(root, ["inner", "file"]);
		expect(now.identity).not.toBe(file.identity);
		await Promise.all([file.close(), now.close()]);
	});

	it("removes a tree without following its links", async () => {
		await symlink(outside, join(path, "inner/out"));
		await removeTree(root, "inner");
		expect(await root.entries()).toEqual([]);
		expect(await readFile(join(outside, "secret"), "utf8")).toBe("secret");
	});

	it("says nothing of paths in its errors", async () => {
		const error = await root.openFile("absent").catch((thrown: unknown) => thrown);
		expect(String(error)).toBe("StorageError: storage: missing (ENOENT)");
		expect(JSON.stringify(error)).not.toContain("absent");
	});

	it.runIf(onLinux)("leaves no descriptor open", async () => {
		const open = async () => {
			const { readdir } = await import("node:fs/promises");
			const names = await readdir("/proc/self/fd");
			const targets = await Promise.all(
				names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
			);
			return targets.filter((target) => target.startsWith(path)).length;
		};
		const before = await open();
		await symlink("inner", join(path, "within"));
		await openFileAt(root, ["inner", "file"]).then((file) => file.close());
		await openFileAt(root, ["inner", "nothing"]).catch(() => undefined);
		await openFileAt(root, ["within", "file"]).catch(() => undefined);
		await root.openFile("inner").catch(() => undefined);
		expect(await open()).toBe(before);
	});
});
