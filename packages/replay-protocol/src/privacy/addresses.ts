/** A v4 address by its digits: four octets, no part of a longer dotted number, no version that is called so. */
const ipv4 =
	/(?<!\d|(?<!\.\.)\.|\bv|\b(?:version|ver|firmware|fw|release|revision|rev|build)[.:=# ]{1,3})(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|[01]?\d?\d)){3}(?!\d|\.\d)/i;
/** What may be a v6 address, with labels before and colons after it. */
const hexadecimalRun = /[0-9a-f:]+/gi;

/** Whether the text holds a v4 address. */
export function holdsIpv4(text: string): boolean {
	return ipv4.test(text);
}

/** Whether the text holds a v6 address; one with a v4 tail is also found by {@link holdsIpv4}. */
export function holdsIpv6(text: string): boolean {
	for (const { 0: run, index } of text.matchAll(hexadecimalRun)) {
		// Most runs are words, times and ratios: without a gap, the shortest address has eight groups.
		if (!run.includes(":") || run.length > longestRun || (run.length < 15 && !run.includes("::"))) continue;
		const start = touchesWord(text, index - 1) ? run.indexOf(":") + 1 : 0;
		const end = touchesWord(text, index + run.length) ? run.lastIndexOf(":") : run.length;
		if (isIpv6(run.slice(start, end).replace(/^:(?!:)|(?<!:):$/g, ""))) return true;
	}
	return false;
}

/** Longer runs of hexadecimal groups than an address with a label are digests. */
const longestRun = 64;

/** Whether a letter or a digit is there, of which the run beside it may be a part. */
function touchesWord(text: string, at: number): boolean {
	return /[a-z0-9.]/i.test(text.charAt(at));
}

/** Whether the text is a v6 address. Those without a digit or of a few, such as `a::b` and `abc::def`, are taken for code. */
function isIpv6(text: string): boolean {
	const parts = text.split("::");
	if (parts.length > 2 || !/\d/.test(text)) return false;
	const groups = parts.flatMap((part) => (part === "" ? [] : part.split(":")));
	if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return false;
	if (parts.length === 1) return groups.length === 8;
	if (groups.length === 0 || groups.length > 7) return false;
	return (
		parts[0] === "" ||
		groups[0].length >= 3 ||
		(groups.length > 2 && groups.some((group) => group.length >= 3))
	);
}

/** Schemes that name something inside a robot's software, not a machine. */
const packageSchemes = new Set(["package", "model", "moondata"]);
const authority = /([a-z][a-z0-9+.-]{0,31}):\/\/([\p{L}\p{M}\p{N}._~%!$&*+=:@[\]-]+)/giu;
/** A web address set apart, with its path: up to a query, and to anything after which another path may begin. */
const webPath = /\ue000[\p{L}\p{N}/._~%+-]*/gu;

/** What the addresses in a text name. */
export interface Addresses {
	/** The text with `scheme://authority` of each address replaced by a letter: what follows is no share of this machine. */
	readonly rest: string;
	/** The same without the paths of public web addresses, which are in no file system. */
	readonly local: string;
	/** Whether an address carries a user or a password. */
	readonly hasUser: boolean;
	/** Whether an address names a host that only its own network knows. */
	readonly hasPrivateHost: boolean;
	/** The hosts. */
	readonly hosts: readonly string[];
}

/** Finds addresses with an authority, `scheme://user@host:port`; `file:` is none. */
export function addressesIn(text: string): Addresses {
	const found = { hasUser: false, hasPrivateHost: false, hosts: [] as string[] };
	const marked = text.replaceAll("\ue000", " ").replace(authority, (whole, scheme: string, name: string) => {
		if (scheme.toLowerCase() === "file") return whole;
		const at = name.lastIndexOf("@");
		const host = hostOf(name.slice(at + 1));
		found.hasUser ||= at > 0;
		const isPrivate = !packageSchemes.has(scheme.toLowerCase()) && isPrivateHost(host);
		found.hasPrivateHost ||= isPrivate;
		found.hosts.push(host);
		return /^https?$/i.test(scheme) && !isPrivate ? "\ue000" : "x";
	});
	return { ...found, rest: marked.replaceAll("\ue000", "x"), local: marked.replace(webPath, "x") };
}

/** A host without port, brackets and final dot. */
function hostOf(name: string): string {
	const bracketed = /^\[([^\]]*)\]/.exec(name);
	const host = bracketed?.[1] ?? /^[\p{L}\p{M}\p{N}._~%-]*/u.exec(name)?.[0] ?? "";
	return host.replace(/\.+$/, "").toLowerCase();
}

const localSuffix = /\.(?:local|lan|internal|localhost|localdomain|intranet|corp|home|home\.arpa)$/;
/** Loopback, RFC 1918, link-local, shared and unspecified v4 networks. */
const privateIpv4 =
	/^(?:0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Loopback, link-local, unique local and unspecified v6 networks, and private v4 ones mapped into v6. */
const privateIpv6 = /^::1?$|^fe[89ab][0-9a-f]:|^f[cd][0-9a-f]{2}:/;

/** Whether a host is known in its own network only; a number in an unusual notation counts as one. */
function isPrivateHost(host: string): boolean {
	if (host.includes(":")) {
		const mapped = /^::ffff:([\d.]+)$/.exec(host);
		return privateIpv6.test(host) || (mapped !== null && privateIpv4.test(mapped[1]));
	}
	if (!host.includes(".")) return true;
	if (/^\d+(?:\.\d+){3}$/.test(host)) return privateIpv4.test(host);
	return localSuffix.test(host) || /(?:^|\.)(?:0x[0-9a-f]*|\d+)$/.test(host);
}
