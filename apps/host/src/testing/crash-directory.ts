/**
 * A store in memory that knows what would survive a power failure: for tests of crash safety.
 *
 * Bytes are durable when their file was synced, names when their directory was. At a crash, whatever was not synced may
 * be there in any of several damaged forms; {@link CrashStore.crashStates} enumerates them.
 */
import { Readable } from "node:stream";
import { type Directory, type NewFile, StorageError, type StoredFile } from "../storage/directory.ts";

interface FileNode {
	readonly kind: "file";
	readonly id: number;
	seen: Uint8Array;
	synced: boolean;
}

interface FolderNode {
	readonly kind: "directory";
	readonly seen: Map<string, Node>;
	readonly durable: Map<string, Node>;
}

type Node = FileNode | FolderNode;

/** A change of names that a later sync of `settledBy` makes durable. */
interface NameChange {
	readonly settledBy: FolderNode;
	readonly apply: () => void;
}

/** What happens at the n-th operation that changes or syncs something. */
export interface Fault {
	readonly at: number;
	/** `kill`: this and every later operation fails. `fail`: only this one. `lie`: a sync does nothing. */
	readonly kind: "kill" | "fail" | "lie";
	readonly reason?: "failed" | "full";
}

const damages: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
	() => new Uint8Array(0),
	(bytes) => bytes.slice(0, 1),
	(bytes) => bytes.slice(0, bytes.length >> 1),
	(bytes) => bytes.slice(0, -1),
	(bytes) => new Uint8Array(bytes.length),
	(bytes) => bytes.slice(),
];

/** A store that can be made to fail at any operation. */
export class CrashStore {
	readonly root: FolderNode = folder();
	/** Labels of the operations so far: changes and syncs. */
	readonly operations: string[] = [];
	fault: Fault | undefined;
	#pending: NameChange[] = [];
	#nextId = 1;

	/** The store's root directory. */
	directory(): Directory {
		return this.#directory(this.root);
	}

	/** Makes everything durable, and starts counting operations anew. */
	settle(): void {
		for (const change of this.#pending) change.apply();
		this.#pending = [];
		const visit = (node: Node) => {
			if (node.kind === "file") node.synced = true;
			else for (const child of node.seen.values()) visit(child);
		};
		visit(this.root);
		this.operations.length = 0;
	}

	/** Every state in which the store may be found after a crash now, each as a store of its own. */
	*crashStates(): Generator<CrashStore> {
		const all = this.#pending;
		const subsets = [
			[],
			all,
			...all.map((one) => [one]),
			...all.map((one) => all.filter((other) => other !== one)),
		];
		for (const survivors of subsets) {
			for (const damage of damages) yield this.#afterCrash(new Set(survivors), damage);
		}
	}

	/** What is there now: path to content. */
	contents(node: Node = this.root, path = ""): Map<string, Uint8Array | null> {
		if (node.kind === "file") return new Map([[path, node.seen]]);
		const inner = [...node.seen].flatMap(([name, child]) => [...this.contents(child, `${path}/${name}`)]);
		return new Map<string, Uint8Array | null>(path === "" ? inner : [[path, null], ...inner]);
	}

	#afterCrash(survivors: Set<NameChange>, damage: (bytes: Uint8Array) => Uint8Array): CrashStore {
		// The durable names are put back afterwards, so that the next state starts from the same store.
		const before = new Map<FolderNode, Map<string, Node>>();
		const remember = (node: Node) => {
			if (node.kind === "file" || before.has(node)) return;
			before.set(node, new Map(node.durable));
			for (const child of [...node.seen.values(), ...node.durable.values()]) remember(child);
		};
		remember(this.root);
		for (const change of this.#pending) if (survivors.has(change)) change.apply();
		const found = new CrashStore();
		copyDurable(this.root, found.root, damage);
		for (const [node, names] of before) {
			node.durable.clear();
			for (const [name, child] of names) node.durable.set(name, child);
		}
		return found;
	}

	/** Counts an operation. @returns whether it is to be done */
	#operation(label: string, isSync = false): boolean {
		this.operations.push(label);
		const { fault } = this;
		const at = this.operations.length;
		if (fault === undefined || at < fault.at || (at > fault.at && fault.kind !== "kill")) return true;
		if (fault.kind === "lie") return !isSync;
		throw new StorageError(fault.reason ?? "failed", fault.reason === "full" ? "ENOSPC" : "EIO");
	}

	#change(settledBy: FolderNode, apply: () => void): void {
		this.#pending.push({ settledBy, apply });
	}

	#directory(node: FolderNode): Directory {
		return {
			entries: async () => [...node.seen].map(([name, { kind }]) => ({ name, kind })).sort(byName),
			openDirectory: async (name) => this.#directory(expectKind(node, name, "directory")),
			makeDirectory: async (name) => {
				if (node.seen.has(name)) throw new StorageError("exists");
				this.#operation(`mkdir ${name}`);
				const made = folder();
				node.seen.set(name, made);
				this.#change(node, () => node.durable.set(name, made));
				return this.#directory(made);
			},
			openFile: async (name) => storedFile(expectKind(node, name, "file")),
			createFile: async (name) => this.#createFile(node, name),
			move: async (name, to, toName) => this.#move(node, name, { to: folderOf(to), toName }),
			removeFile: async (name) => this.#remove(node, name, "file"),
			removeDirectory: async (name) => {
				if (expectKind(node, name, "directory").seen.size > 0) throw new StorageError("exists");
				this.#remove(node, name, "directory");
			},
			sync: async () => {
				if (!this.#operation("sync directory", true)) return;
				for (const change of this.#pending) if (change.settledBy === node) change.apply();
				this.#pending = this.#pending.filter((change) => change.settledBy !== node);
			},
			close: async () => undefined,
			...{ [nodeKey]: node },
		};
	}

	#createFile(node: FolderNode, name: string): NewFile {
		if (node.seen.has(name)) throw new StorageError("exists");
		this.#operation(`create ${name}`);
		const file: FileNode = { kind: "file", id: this.#nextId++, seen: new Uint8Array(0), synced: false };
		node.seen.set(name, file);
		this.#change(node, () => node.durable.set(name, file));
		return {
			write: async (chunk) => {
				this.#operation(`write ${name}`);
				file.seen = Uint8Array.from([...file.seen, ...chunk]);
				file.synced = false;
			},
			sync: async () => {
				if (this.#operation(`sync ${name}`, true)) file.synced = true;
			},
			close: async () => undefined,
		};
	}

	/** A directory is renamed at once. A file gets its new name first, and then loses the old one. */
	#move(from: FolderNode, name: string, { to, toName }: { to: FolderNode; toName: string }): void {
		const node = from.seen.get(name);
		const standing = to.seen.get(toName);
		if (node === undefined) throw new StorageError("missing");
		if (node.kind === "file") {
			this.#link(node, { to, toName });
			this.#remove(from, name, "file");
			return;
		}
		if (standing !== undefined && (standing.kind === "file" || standing.seen.size > 0)) {
			throw new StorageError("exists");
		}
		this.#operation(`move ${name} to ${toName}`);
		from.seen.delete(name);
		to.seen.set(toName, node);
		this.#change(to, () => {
			from.durable.delete(name);
			to.durable.set(toName, node);
		});
	}

	#link(file: FileNode, { to, toName }: { to: FolderNode; toName: string }): void {
		if (to.seen.has(toName)) throw new StorageError("exists");
		this.#operation(`link ${toName}`);
		to.seen.set(toName, file);
		this.#change(to, () => to.durable.set(toName, file));
	}

	#remove(from: FolderNode, name: string, kind: Node["kind"]): void {
		expectKind(from, name, kind);
		this.#operation(`remove ${name}`);
		from.seen.delete(name);
		this.#change(from, () => from.durable.delete(name));
	}
}

const nodeKey = Symbol("node");

function folder(): FolderNode {
	return { kind: "directory", seen: new Map(), durable: new Map() };
}

function folderOf(directory: Directory): FolderNode {
	return (directory as unknown as Record<symbol, FolderNode>)[nodeKey] ?? folder();
}

function expectKind<K extends Node["kind"]>(
	node: FolderNode,
	name: string,
	kind: K,
): Extract<Node, { kind: K }> {
	const found = node.seen.get(name);
	if (found === undefined) throw new StorageError("missing");
	if (found.kind !== kind) throw new StorageError("refused");
	return found as Extract<Node, { kind: K }>;
}

function storedFile({ id, seen }: FileNode): StoredFile {
	return {
		byteLength: seen.length,
		identity: `${id}:${seen.length}`,
		read: async (offset, length) => seen.slice(offset, offset + length),
		stream: (start, end) => Readable.from([seen.slice(start, end + 1)]),
		close: async () => undefined,
	};
}

function copyDurable(from: FolderNode, to: FolderNode, damage: (bytes: Uint8Array) => Uint8Array): void {
	for (const [name, node] of from.durable) {
		let copy: Node;
		if (node.kind === "file") {
			const seen = node.synced ? node.seen.slice() : damage(node.seen);
			copy = { kind: "file", id: node.id, seen, synced: true };
		} else {
			copy = folder();
			copyDurable(node, copy, damage);
		}
		to.seen.set(name, copy);
		to.durable.set(name, copy);
	}
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name < b.name ? -1 : 1;
}
