import { addressesIn, holdsIpv4, holdsIpv6 } from "./addresses.ts";
import type { PrivacyCode } from "./private-text.ts";
import { trait, traitsOf } from "./text-forms.ts";

/** A rule that a text breaks; `kind` says how, in a word or two of ours. */
export interface PrivateHit {
	readonly code: PrivacyCode;
	readonly kind: string;
}

/** A hit of `test` in a text that has all characters of `needs`. */
interface TextRule extends PrivateHit {
	readonly needs: number;
	readonly test: { test(text: string): boolean };
}

const { slash, colon, dot, at, percent, dollar, tilde, equals, hyphen } = trait;

function rule(code: PrivacyCode, kind: string, needs: number, test: TextRule["test"]): TextRule {
	return { code, kind, needs, test };
}

/**
 * What may stand right before a path: anything but a Latin letter, a digit, its own slash, a Greek letter by itself (a
 * quantity) and a full stop, unless of three; nor another letter or sign before a segment of such, nor a formula's `$`.
 */
const before = [
	String.raw`(?<![\p{Script=Latin}\p{N}/]\p{M}{0,8}|(?<!\p{Script=Greek})\p{Script=Greek}\p{M}{0,8}|(?<!\.\.)\.)`,
	String.raw`(?!(?<=[\p{L}\p{M}\p{So}])/+[^!-~]|(?<=\$)/[^\s/$]{0,64}\$)`,
].join("");
/** A segment's first character: what makes `/ 2` and `/*` no path. */
const first = String.raw`[\p{L}\p{N}\p{So}._~$%@+#&!-]`;

function pattern(source: string): RegExp {
	return new RegExp(source, "iu");
}

/** Words of frames, figures and settings, of which `base.local` and `loss.internal` speak and no machine is called. */
const noHost = String.raw`(?<!(?<![\p{L}\p{N}_.-])(?:base|world|map|odom|frame|link|joint|tool|tcp|body|pose|position|velocity|force|torque|costmap|planner|loss|cost|reward|error|state|config|settings|module|value|self|this))`;
/** Shapes of the tokens that well-known services give out, and of keys as text. */
const tokenShapes = new RegExp(
	[
		"(?:AKIA|ASIA)[0-9A-Z]{16}",
		"gh[oprsu]_[A-Za-z0-9]{20}",
		"github_pat_\\w{20}",
		"glpat-[\\w-]{20}",
		"xox[abeoprs]-[\\w-]{10}",
		"[rs]k[-_](?:live|test|proj|ant)[-_][\\w-]{10}",
		"sk-[A-Za-z0-9]{20}",
		"npm_[A-Za-z0-9]{30}",
		"hf_[A-Za-z0-9]{30}",
		"AIza[\\w-]{35}",
		"(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\\d{3}) AAAA",
		"AGE-SECRET-KEY-1",
	]
		.map((shape) => `(?<![A-Za-z0-9])${shape}`)
		.join("|"),
);
const bearer = /\bbearer\s{1,3}(?:(?=[\w.~+/=-]{0,99}[\d._~+/=])[\w.~+/=-]{8}|[\w.~+/=-]{20})/i;
/** What follows the name of a secret that is told: a value that is no word for there being none. */
const secretValue = String.raw`["']?\s{0,3}[:=]\s{0,3}["']?(?!(?:none|null|nil|true|false|undefined|unset|unknown|empty|absent|redacted|omitted|removed|hidden|required|optional)(?![\w+/=@#$%^&\\~-]|\.\w))[^\s"',;]{4}`;
const assignment = new RegExp(
	String.raw`(?<![\p{L}\p{N}])(?:password|passwd|passphrase|passcode|pwd|secret|token|(?:api|access|private|secret|signing|encryption)[ _-]?key|authorization)${secretValue}`,
	"iu",
);
/** The same where the name begins inside a word, by its capital: `clientSecret`, `authToken`. */
const innerAssignment = new RegExp(
	`(?<=[a-z0-9])(?:Pass(?:word|wd|phrase|code)?|Pwd|Secret|Token|(?:Api|API|Access|Private|Secret)Key)${secretValue}`,
	"u",
);
/** `pass` is a word as well: after a colon, only with a value that is none. */
const passAssignment = new RegExp(
	String.raw`(?<![\p{L}\p{N}])pass(?=["']?\s{0,3}(?:=|:\s{0,3}["']?[^\s"',;]{0,64}[\d@#$%^&]))${secretValue}`,
	"iu",
);
/** A serial number that is called so; after the mere words `serial` and `SN`, with a sign between. */
const serialText =
	/(?<![\p{L}\p{N}])(?:(?:serial|sn)\.?["']?\s{0,3}[:=#]|(?:s\/+n|imei|serial[ _-]?n(?:o|r|um|umber)|serien-?n(?:r|ummer))\.?["']?\s{0,3}[:=#]?)\s{0,3}["']?(?=[a-z-]{0,32}\d)[a-z0-9-]{4}/iu;
/** The name of a machine or of a wireless network that is called so, as in JSON and in settings. */
const hostLabel =
	/(?<![\p{L}\p{N}])(?:(?:host|computer|machine)[ _-]?name|ssid)["']?\s{0,3}[:=]\s{0,3}["']?[^\s"',;:={}[\]]{2}/iu;
/** A hardware address without separators that is called so. */
const macText =
	/(?<![\p{L}\p{N}])(?:mac|bssid|hwaddr|bdaddr|bluetooth|ether(?:net)?)(?:[ _-]?addr(?:ess)?)?["']?\s{0,3}[:=#]?\s{0,3}["']?(?:[0-9a-f]{2}[ :-]?){5}[0-9a-f]{2}(?![0-9a-f])/iu;
/** Serial ports by their names alone; capitals, as `com` is also a centre of mass. */
const serialPort = /(?<![\p{L}\p{N}_])(?:COM[1-9]\d{0,2}|tty(?:USB|ACM|AMA|S)\d{1,3})(?![\p{L}\p{N}_])/u;

/** What a token, a key or a hardware address of letters, digits, spaces, `_` and `-` alone has in it. */
const tokenSigns =
	/A[KS]IA|gh[oprsu]_|github_pat_|glpat-|xox|[rs]k[-_]|npm_|hf_|AIza|AAAA|AGE-|-----|-(?:[0-9A-Fa-f]{2}-){3}/;
/** The same of machines and devices, and of secrets that are called so. */
const nameSigns =
	/bearer|basic|imei|seri[ae]|mac|ssid|hwaddr|bdaddr|bluetooth|ether|(?:desk|lap)top-|com\d|tty|localhost/i;

/** Whether a text of letters, digits, spaces, `_` and `-` may break a rule; most do not, and this is a quick look. */
export function wordsMayHit(text: string): boolean {
	return tokenSigns.test(text) || nameSigns.test(text);
}

/** Rules of any text, before the addresses in it are set apart. */
const wholeTextRules: readonly TextRule[] = [
	rule("secret-like", "pem", hyphen, /-----\s{0,3}BEGIN [A-Z0-9 ]{1,64}-----/i),
	rule("secret-like", "token", 0, tokenShapes),
	rule("secret-like", "jwt", dot, /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8}/),
	rule("secret-like", "bearer", 0, bearer),
	rule("secret-like", "basic", 0, { test: hasBasicCredentials }),
	...[assignment, innerAssignment, passAssignment].flatMap((test) => [
		rule("secret-like", "assignment", colon, test),
		rule("secret-like", "assignment", equals, test),
	]),
	rule("url-credentials", "query", equals, { test: hasCredentialQuery }),
];

/** Rules of what is left when addresses are set apart: names of machines, devices and people. */
const nameRules: readonly TextRule[] = [
	rule(
		"url-credentials",
		"user",
		colon | at,
		/[\p{L}_][\w.+-]{0,31}:[^\s/@:]{1,128}@(?:[\p{L}[]|\d{1,3}\.)/u,
	),
	// Of decimal digits alone, six pairs are a time or a ratio, unless the first is 00.
	rule(
		"device-identifier",
		"mac",
		colon,
		/(?<![0-9a-f])(?=[\d:]{0,16}[a-f]|00:)(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?![0-9a-f])/i,
	),
	rule(
		"device-identifier",
		"mac",
		hyphen,
		/(?<![0-9a-f-])(?=[\d-]{0,16}[a-f]|00-)(?:[0-9a-f]{2}-){5}[0-9a-f]{2}(?![0-9a-f-])/i,
	),
	rule(
		"device-identifier",
		"mac",
		dot,
		/(?<![0-9a-f.])(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}(?![0-9a-f]|\.[0-9a-f])/i,
	),
	rule("device-identifier", "mac", 0, macText),
	rule("device-identifier", "serial", 0, serialText),
	rule("device-identifier", "device-file", 0, serialPort),
	rule("email-address", "mail", at | dot, /["\p{L}\p{N}_.+-]@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}/u),
	rule(
		"hostname-local",
		"suffix",
		dot,
		pattern(
			String.raw`[\p{L}\p{N}_-](?:${noHost}\.local|\.(?:lan|localdomain|corp|home|home\.arpa))\.?(?![\p{L}\p{N}_.-])`,
		),
	),
	rule(
		"hostname-local",
		"suffix",
		dot,
		pattern(String.raw`[\p{L}\p{N}_-](?:${noHost}\.internal|\.intranet)(?![\p{L}\p{N}_-])`),
	),
	rule("hostname-local", "label", colon, hostLabel),
	rule("hostname-local", "label", equals, hostLabel),
	rule(
		"hostname-local",
		"default",
		hyphen,
		/(?<![\p{L}\p{N}])(?:DESKTOP|LAPTOP)-[A-Z0-9]{7,8}(?![\p{L}\p{N}])/u,
	),
	rule("hostname-local", "loopback", 0, /(?<![\p{L}\p{N}])localhost(?![\p{L}\p{N}])/iu),
	rule("ip-address", "v4", dot, { test: holdsIpv4 }),
	rule("ip-address", "v6", colon, { test: holdsIpv6 }),
];

/** A path inside a text whose first segment is of several words, each with a capital or a number. */
const capitalPath = new RegExp(
	String.raw`${before}/\p{Lu}[^\s/]*(?: {1,3}[\p{Lu}\p{N}(&+-][^\s/]*){1,8}/+[^\s/]`,
	"u",
);
/** A path below a variable: one in brackets, in capitals, or of a telling name; `$x/y` is a formula. */
const variablePath =
	/\$(?:\{\w{1,64}\}|\(\w{1,64}\)|[A-Z_][A-Z0-9_]{1,63}|[Ee]nv:\w{1,64}|(?=\w{0,60}(?:[Hh]ome|[Dd]ir|[Pp]ath|[Rr]oot|[Uu]ser|[Dd]ata))\w{3,64})\//;

/** Rules of paths, which are not those of public web addresses. */
const pathRules: readonly TextRule[] = [
	rule("device-identifier", "device-file", slash, pattern(`${before}/+dev/+[^\\s/]`)),
	rule("device-identifier", "device-file", slash | dot, pattern(`${before}//+\\.//*${first}`)),
	rule(
		"home-path",
		"home",
		slash,
		pattern(`${before}/+(?:home|users|root|(?:usr|export|var)/+home)/+[^\\s/]`),
	),
	// The home of a user that the path names by itself.
	rule("home-path", "home", slash, pattern(String.raw`${before}/+root(?![\p{L}\p{N}_.-])`)),
	rule("home-path", "home", slash, pattern(String.raw`/(?:home|users)/+[^\s/]+/`)),
	rule(
		"home-path",
		"home",
		slash | colon,
		pattern(String.raw`\b[a-z]:/+(?:users|documents and settings)/+[^\s/]`),
	),
	rule("home-path", "user", tilde | slash, pattern(`${before}~[\\p{L}_][\\p{L}\\p{N}_.-]{1,63}/`)),
	rule("home-path", "user", tilde, pattern(String.raw`^\s*~[\p{L}_][\p{L}\p{N}_.-]{0,63}\s*$`)),
	rule("home-path", "environment", percent, /%(?:userprofile|homepath|homedrive|home)%/i),
	rule("home-path", "environment", dollar, /\$[{(]?(?:env:)?(?:home|userprofile)\b/i),
	rule("private-path", "file-uri", colon, /\bfile:[^\s]/i),
	rule("private-path", "share", slash, pattern(`${before}//+${first}[^\\s/]*/+[^\\s/]`)),
	rule("private-path", "absolute", slash, pattern(`${before}/${first}[^\\s/]*/+[^\\s/]`)),
	rule("private-path", "absolute", slash, pattern(`^\\s*/+${first}[^/\\n]*[^\\s/]/+[^\\s/]`)),
	rule("private-path", "absolute", slash, capitalPath),
	rule("private-path", "traversal", slash | dot, pattern(String.raw`${before}\.\./+[^\s/]`)),
	rule("private-path", "traversal", slash | dot, pattern(String.raw`/\.\./+\.\./`)),
	rule("private-path", "remote", at | colon, /[\p{L}\p{N}_-]@[\p{L}_][\p{L}\p{N}_.-]{0,255}:[\p{L}/~.]/u),
	rule("private-path", "home-relative", tilde | slash, pattern(`${before}~/`)),
	// One capital over another is a ratio.
	rule(
		"private-path",
		"drive",
		slash | colon,
		/(?<![\p{L}\p{N}_/])(?:[a-z]:\/+[^\s/]|[A-Z]:\/+(?:[^\s/A-Z]|[A-Z](?:[^\s/]|\/+[^\s/])))/u,
	),
	rule("private-path", "environment", dollar | slash, variablePath),
	rule("private-path", "environment", percent | slash, /%[a-z_][\w()]{0,63}%\//i),
];

/** Names of query parameters that carry a credential. */
const credentialParameter =
	/token|secret|signature|passw|credential|api[-_]?key|access[-_]?key|(?:^|[-_.[])(?:key|sig|auth|pwd|pass)\]?$/i;

/** Whether an address has a query or a fragment with a credential. */
function hasCredentialQuery(text: string): boolean {
	for (const [, name] of text.matchAll(/[?&#]([\w.~[\]-]{1,64})=[^\s&]/g)) {
		if (credentialParameter.test(name)) return true;
	}
	return false;
}

const basicCredentials = /\bbasic\s{1,3}([A-Za-z0-9+/]{4,512})/gi;

/** Whether a text holds HTTP's basic credentials (RFC 7617): Base64 of a user and a password with a colon between. */
function hasBasicCredentials(text: string): boolean {
	for (const [, encoded] of text.matchAll(basicCredentials)) {
		const whole = encoded.slice(0, encoded.length - (encoded.length % 4 === 1 ? 1 : 0));
		if (/^\P{Cc}+:\P{Cc}*$/u.test(atob(whole))) return true;
	}
	return false;
}

/** Longer texts are looked at in windows, so that no expression runs out of stack; no path has a segment of the overlap. */
const windowLength = 65536;
const overlap = 4096;

/** The rules that one form of a text breaks, the most telling first. */
export function hitsOf(form: string): readonly PrivateHit[] {
	if (form.length <= windowLength) return hitsIn(form);
	const hits = new Map<PrivacyCode, PrivateHit>();
	for (let from = 0; from + overlap < form.length; from += windowLength - overlap) {
		const end = from + windowLength;
		const window = form.slice(wordStart(form, from), end < form.length ? wordStart(form, end) : end);
		for (const hit of hitsIn(window)) hits.set(hit.code, hit);
	}
	return [...hits.values()];
}

/** Where the word at `at` begins, so that no window cuts it: after the last blank of the 512 characters before, if any. */
function wordStart(form: string, at: number): number {
	for (let start = at; start > 0 && start > at - 512; start--) if (/\s/.test(form[start - 1])) return start;
	return at;
}

function hitsIn(form: string): PrivateHit[] {
	const traits = traitsOf(form);
	const hits: PrivateHit[] = [];
	if (form.length < 4 && traits === 0) return hits;
	collect(wholeTextRules, form, traits, hits);
	if ((traits & (slash | colon)) !== (slash | colon)) {
		collect(nameRules, form, traits, hits);
		collect(pathRules, form, traits, hits);
		return hits;
	}
	const { rest, local, hasUser, hasPrivateHost, hosts } = addressesIn(form);
	if (hasUser) hits.push({ code: "url-credentials", kind: "user" });
	if (hasPrivateHost) hits.push({ code: "url-private-host", kind: "host" });
	collect(nameRules, rest, traitsOf(rest), hits);
	collect(pathRules, local, traitsOf(local), hits);
	if (hosts.some((host) => holdsIpv4(host) || holdsIpv6(host)))
		hits.push({ code: "ip-address", kind: "host" });
	return hits;
}

function collect(rules: readonly TextRule[], text: string, traits: number, hits: PrivateHit[]): void {
	for (const { code, kind, needs, test } of rules) {
		if ((traits & needs) !== needs || hits.some((hit) => hit.code === code)) continue;
		if (test.test(text)) hits.push({ code, kind });
	}
}
