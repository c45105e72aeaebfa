import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyMeaning } from "./key-meaning.ts";
import { type PrivacyCode, privateHits, privateTextRule } from "./private-text.ts";

/** Texts by the rule that is named for them; with a key where it matters. */
const privateTexts: Readonly<
	Record<
		Exclude<PrivacyCode, "private-metadata-key">,
		readonly (string | readonly [text: string, key: string])[]
	>
> = {
	"private-path": [
		"/srv/replays/run",
		"see /etc/passwd",
		"path=/var/lib/x",
		'"//nas/alice/x"',
		"[/opt/robot/x]",
		"|/srv/data",
		"`/srv/data`",
		"“/srv/data”",
		"*/srv/data*",
		"\u3000/srv/data",
		"/My Robots/x",
		"~/robots",
		"d:/robots",
		"D:\\robots\\tern",
		"\\\\nas\\share\\x",
		"\\\\?\\UNC\\nas\\share",
		"file:///x",
		"file:run",
		"$XDG_DATA_HOME/x",
		"%APPDATA%\\x",
		"/camera/color/image_raw",
		"%2Fsrv%2Fdata",
		"%252Fsrv%252Fdata",
		"%25252Fsrv%25252Fdata",
		"%5C%5Cnas%5Cx",
		"\u00ad/srv/data",
		"/\u00adsrv/\u202edata",
		"\u2215srv\u2215data",
		"\u29f8srv\u2044data",
		"\u29f5\u29f5nas\u29f5x",
		"／srv／data",
		"％2Fsrv％2Fdata",
		"/%73rv/%ffdata",
		"https:///srv/data",
		"https://example.org/?file=/srv/data",
		"https://example.org/x,/srv/data",
		"https://example.org/x /srv/data",
		"../secret/x",
		"see ../notes",
		"..\\..\\x",
		"%2e%2e%2Fsecret",
		"takes/../../secret",
		"alice@lab7:takes",
		"alice@nas:srv",
		"文件在/srv/replays/take",
		"файл/srv/a/b",
		"αρχείο/srv/a/b",
		"…/srv/a/b",
		".../srv/a/b",
		"see™/srv/x",
		"see /My Disk/take",
		"/+data/x",
		"/🤖/x",
		"/\u0001srv/\u0001take",
		"take\u0001/srv/x",
		"take\u200b/srv/x",
		"take%01/srv/x",
		"/%E2%80%8Bsrv/take",
		"/\u2800srv/\u2800take",
		"/\ue000srv/\ud800take",
		..."⟋⟍᜵〳⹊丿ノﾉ⼃丶／＼﹨\u{1d23a}\u{1d23b}\u{1f67c}"
			.match(/./gu)!
			.map((slash) => `${slash}srv${slash}take`),
		"$dataDir/x",
		"$(DATA)/x",
	],
	"home-path": [
		"/home/alice",
		"/home/alice/robot.npz",
		"/Users/alice/x",
		["", "root", "x"].join("/"),
		"/usr/home/alice",
		"C:\\Users\\alice",
		"c:/Documents and Settings/alice",
		"file:///home/alice/x",
		"</home/alice>",
		"x/home/alice/y",
		"../../home/alice/y",
		"~alice/robots",
		"~root",
		" ~alice ",
		"/root",
		"cwd=/root",
		"%USERPROFILE%\\x",
		"%HOMEPATH%",
		"$HOME/x",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would fill it in
		"${HOME}/x",
		"$env:USERPROFILE\\x",
		"/ho\u200bme/alice/x",
		"/mnt/c/Users/alice/x",
		"\\/home\\/alice",
		"$(HOME)/x",
		"файл/home/alice",
		"丿home丿alice",
	],
	"url-credentials": [
		"http://user:pw@example.org",
		"https://alice@example.org/x",
		"ssh://git@example.org/x",
		"user:pw@nas",
		"https://example.org/x?token=abc",
		"https://example.org/x?v=1&api_key=abc",
		"https://example.org/x?X-Amz-Signature=abc",
		"https://example.org/x#access_token=abc",
		"https://example.org/x%3Fsig%3Dabc",
		"/x?key=abc",
	],
	"url-private-host": [
		"rtsp://10.0.0.5/stream",
		"http://localhost:8080/",
		"ws://127.0.0.1",
		"http://nas/x",
		"mqtt://broker:1883",
		"http://192.168.1.4:80",
		"http://172.20.0.1",
		"http://169.254.1.1",
		"http://[::1]:8080",
		"http://[fe80::1%25eth0]/",
		"http://[fd00::5]/",
		"http://[::ffff:10.0.0.5]/",
		"http://robot.local/x",
		"http://robot.lan./x",
		"http://build.corp",
		"http://2130706433/",
		"http://0x7f.1/",
		"smb:\\\\nas\\x",
		"see (https://grafana/d)",
	],
	"ip-address": [
		"10.0.0.5",
		"8.8.8.8",
		"at 10.0.0.5:8080, over cable",
		"robot_10.0.0.5",
		"10.0.0.0/8",
		"https://8.8.8.8/x",
		"１０.０.０.５",
		"10。0。0。5",
		"10.0.\u00010.5",
		"ip:fe80::1",
		"addr:2001:db8::1",
		"node:fe80::1",
		"host_2001:db8::1",
		"64:ff9b::a00:5",
		"fe80::1: base",
		"fe80::1:base",
		"fe80::1在线",
		["1.2.3.4 (10.0.0.5)", "version"],
		"reversion 1.2.3.4",
		"10.0.0\u200b.5",
		"fe80::1",
		"::1",
		"[2001:db8::1]",
		"2001:db8:0:0:0:0:0:1",
		"::ffff:10.0.0.5",
		["connect to 10.0.0.5", "version"],
	],
	"hostname-local": [
		"robot.local",
		"build.internal",
		"nas.lan",
		"ip-10.ec2.internal",
		"robot.local.",
		"localhost:9090",
		"localhost",
		"LOCALHOST",
		"lab-pc-7.corp",
		"lab-pc-7.home",
		"lab-pc-7.home.arpa",
		"lab-pc-7.intranet",
		"localhost.localdomain",
		"robot.localhost",
		"DESKTOP-7AB3C9K",
		'{"hostname":"lab7"}',
		"hostname=lab7",
		"SSID: lab-wifi",
		"https://example.org/robot.local",
		"robot。local",
		"lab.corp",
		"lab.home",
		"base.lan",
		"my-base.local",
	],
	"email-address": [
		"alice@example.org",
		"<a.b+c@mail.example.org>",
		"bob%40example.org",
		"alice＠example.org",
		"alice@\u0001example.org",
		'"alice"@example.org',
	],
	"device-identifier": [
		"00:1a:2b:3c:4d:5e",
		"00-1A-2B-3C-4D-5E",
		"001a.2b3c.4d5e",
		"mac:00:1a:2b:3c:4d:5e",
		"id:00:1a:2b:3c:4d:5e",
		"00:1a:2b:3c:4d:5e: torso",
		"00:1a:2b:ff:fe:3c:4d:5e",
		"00:11:22:33:44:55",
		"mac:10:20:30:40:50:60",
		"SN:12345678",
		"dev/ttyUSB0",
		"/dev/ttyUSB0",
		"\\\\.\\COM3",
		"serial: SN-2291834",
		"S/N: A-1002003",
		"Serial No. AB123456",
		"serial number 1002003",
		"S/N 10042231",
		"s/n: A1B2",
		"SN: A50285BI",
		'"sn":"A50285BI"',
		"Serial-Nr. A1B2C3D4",
		"Serial-Nr A1B2C3D4",
		"Seriennummer: 10042231",
		"serial-number-10042231",
		"IMEI 356938035643809",
		"serial_number=1234",
		"mac 001a2b3c4d5e",
		"MAC 00 1a 2b 3c 4d 5e",
		"bluetooth 001a2b3c4d5e",
		"MAC address: 001A2B3C4D5E",
		"COM3",
		"on COM12, 8N1",
		"ttyUSB0",
		["12345", "serial_number"],
		["tern", "serial"],
		["A50285BI", "serial"],
		["1002003", "serial_number"],
		["001a2b3c4d5e", "macAddress"],
	],
	"secret-like": [
		["x", "password"],
		["x", "apiKey"],
		["x", "GITHUB_TOKEN"],
		["x", "private-key"],
		["x", "Authorization"],
		["x", "client_secret"],
		["x", "password_hash"],
		["x", "pass%77ord"],
		["x", "pass\u0001word"],
		["x", "ｐassword"],
		["x", "api key"],
		["x", "Access Token"],
		["x", "clientSecret"],
		["x", "MYApiKey"],
		["x", `${"a_".repeat(300)}password`],
		["nonesuch", "token"],
		"SECRET_KEY=abcdefgh",
		"clientSecret=abcdefgh",
		"authToken=abcdefgh",
		"accessToken: abcdefgh",
		"userPassword=abcdefgh",
		"api key: abcdefgh",
		"secret key = abcdefgh",
		"pass=hunter2",
		"pass: hunter2",
		"pass%77ord=hunter2",
		"token: none-of-yours",
		"-----BEGIN OPENSSH PRIVATE KEY-----",
		"-----BEGIN CERTIFICATE-----",
		`AKIA${"Q".repeat(16)}`,
		`ghp_${"a1".repeat(18)}`,
		`github_pat_${"a1".repeat(18)}`,
		`eyJ${"a1".repeat(8)}.eyJ${"b2".repeat(8)}.c3`,
		"Bearer a1b2c3d4e5f6",
		"Bearer abcdefghijklmnopqrstuvwxyz",
		"Basic dXNlcjpwYXNz",
		"Basic dTpw",
		"basic dXNlcjpwYXNzd29yZA==",
		"x: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
		"password=hunter2",
		'{"api_key":"q1w2e3"}',
		`sk-${"a1".repeat(18)}`,
		`xoxb-${"1".repeat(12)}`,
		`ssh-ed25519 AAAAC3Nza`,
	],
	"source-file-name": [
		"run_042.npz",
		"kitchen take 3.bag",
		"capture.mcap",
		"rosbag2_0.db3",
		"t.csv",
		"robot.urdf",
	],
};

const harmless: readonly (string | readonly [text: string, key: string])[] = [
	"",
	"Pick and place, 14 s",
	["1.2.3.4", "version"],
	["v1.2.3.4", "firmware_version"],
	["1.2.3.4-rc.1", "release"],
	["1.2.3.4 (abc)", "version"],
	"firmware 1.2.3.4",
	"ver 1.2.3.4",
	"ver. 1.2.3.4",
	"version 1.2.3.4 (abc)",
	"Version: 1.2.3.4",
	"https://example.org/users/guide/",
	"https://github.com/users/x/y",
	"home/office/lab",
	"Users/hour/robot",
	"$\\theta$/s",
	"$x/y",
	"p/q:/r",
	"C:/D",
	"~a/b",
	"abc::def",
	"foo::bar2",
	"q[10::20]",
	"10:20:30:40:50:60",
	"10-20-30-40-50-60",
	"base.local",
	"loss.internal",
	"token: none",
	"password=null",
	["none", "token"],
	["", "password"],
	"second pass: slower",
	"use /tf or camera/color",
	"机器人/底座/左手",
	"взять/поднять/бросить",
	"рад/с/с",
	"θ/s/s",
	"q\u0307/q\u0308/τ",
	"cafe\u0301/left/hand",
	"👋/🤖/✋",
	"ノートノメモ",
	"完成。home",
	"v1.2.3.4",
	"1.2.3",
	"v1.2.3",
	"1.2.3.4.5",
	"hindcast 1.2.3-rc.1",
	"1/2",
	"½",
	"1 / 2 / 3",
	"16:9",
	"16:9@60",
	"2026/01/31",
	"2026/11/30 14:05:07",
	"30/11/2026",
	"12:30:45",
	"2026-01-02T03:04:05.678Z",
	"rad/s",
	"m/s^2",
	"kg·m²/s²",
	"㎧",
	"rad|m by joint type",
	"rad/s|m/s by joint type",
	"wxyz",
	"w, x, y, z",
	"1e-3",
	"-1.5E+10",
	"6.02e23/mol",
	"robot/base/left_hand",
	"camera/color",
	"base/link",
	"/base_link",
	"/tf",
	"/joint_states",
	"home/base",
	"robot/home/base",
	"model/robot.urdf",
	"runs/replays/replay-1/manifest.json",
	"application/json",
	"application/vnd.api+json; charset=utf-8",
	"sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be",
	"observe-tern-1782000000000",
	"frame-observe-tern-1782000000000-15",
	"123e4567-e89b-12d3-a456-426614174000",
	"#ff8800",
	"moonrobo.replay.v1",
	"moondata://media/replays/replay-1.json",
	"package://tern_description/meshes/hand.stl",
	"https://example.org/licenses/cc-by",
	"https://www.apache.org/licenses/LICENSE-2.0",
	"https://example.org/?page=2&sort=key",
	"https://api.github.com/users/x",
	"https://api.github.com/users/x/repos",
	"https://example.org/home/alice/dev/x",
	"https://example.org/../x",
	"SNR 12.5",
	"S/N 12.5 dB",
	"S/N ratio",
	"SN 3",
	"sn_12",
	"hostname",
	"hostname: ",
	"N/A",
	"km/h",
	"UR5e/rev.2",
	"Basic motion",
	"basic calibration of arm 12",
	"Basic Training1",
	"Basic walk:run",
	"Basic walk",
	"desktop-mounted arm",
	"DESKTOP-ARM",
	"COM height",
	"com_x",
	"COM1_x",
	"com3",
	"world..base",
	"map/../odom",
	"0../5",
	"…/x",
	".../x",
	"base.link",
	"home.base.link",
	"base.local.frame",
	"localhosts",
	"/root_link",
	"/root.link",
	"/home",
	"robot/root",
	"~5",
	"~ 5 s",
	"about ~half",
	"mac and cheese",
	"machine 001a2b3c4d5e",
	"serial number unknown",
	"serial 3",
	["unknown", "serial_number"],
	["not recorded", "serial"],
	["0000", "serial"],
	["xxxxxx", "serial"],
	["----", "sn"],
	["N/A", "serial"],
	"C:",
	"a:b",
	"and/or",
	"profile: fast",
	"file: run 3",
	"p < 0.05 / n",
	"pick & place (left/right)",
	"grasp@table",
	"joint_1->joint_2",
	"~5/s",
	"50%/2",
	"100%20",
	"t:0.5",
	"std::vector",
	"a::b",
	"$5/h",
	"№ 7 — взять кубик и/или шар",
	"рад/с",
	"机器人/底座",
	"抓取。放下",
	"🤖 wave 👋🏽",
	["7", "token_count"],
	["fast", "tokenizer"],
	["115200", "serial_rate"],
	["abc", "serial"],
	["7", "serial"],
	"Bearer of good news",
	"load-bearing walls",
	"see settings.local.json, please",
];

const entries = (texts: readonly (string | readonly [string, string])[]) =>
	texts.map((one) => (typeof one === "string" ? ([one, undefined] as const) : one));

describe.each(Object.entries(privateTexts) as [PrivacyCode, never][])("%s", (code, texts) => {
	it.each(entries(texts))("%s (%s)", (text, key) => {
		expect(privateTextRule(text, key)).toBe(code);
	});
});

it.each(entries(harmless))("passes %s (%s)", (text, key) => {
	expect(privateHits(text, key === undefined ? null : keyMeaning(key))).toEqual([]);
});

it("names every rule that a text breaks, once", () => {
	const codes = (text: string) => privateHits(text).map(({ code }) => code);
	expect(codes("ssh://alice:pw@10.0.0.5/home/alice/x and bob@example.org")).toEqual([
		"url-credentials",
		"url-private-host",
		"email-address",
		"home-path",
		"ip-address",
	]);
	expect(codes("/home/alice/x /srv/data %2Fhome%2Falice")).toEqual(["home-path", "private-path"]);
});

it("finds in words alone what their quick look lets through", () => {
	const words = Object.values(privateTexts)
		.flat()
		.flatMap((one) => (typeof one === "string" && /^[\w -]*$/.test(one) ? [one] : []));
	expect(words.length).toBeGreaterThan(6);
	const property = fc.property(
		fc.constantFrom(...words),
		fc.stringMatching(/^[\w -]{0,20}$/),
		(word, other) => {
			const padded = `${other} ${word} ${other}`;
			// A full stop takes the text past the quick look.
			const whole = privateHits(`${padded} .`);
			expect(privateHits(padded)).toEqual(whole);
		},
	);
	fc.assert(property, { seed: 7, numRuns: 300 });
});

/** Harmless words of several scripts. */
const words = fc.array(
	fc.constantFrom(
		..."wave robot take tern grasp left-hand frame_7 14 0.5 rad/s 16:9 camera/color взять кубик рад/с 抓取 放下 机器人 ロボット 로봇".split(
			" ",
		),
		..."ελέγχω قبضة רובוט หุ่นยนต์ 🤖 👋🏽 ½ kg·m² N/A v1.2.3 1.2.3 2026-11-30 12:30:45 1e-3 /tf /base_link a::b sha256 ™ ° m/s".split(
			" ",
		),
	),
	{ maxLength: 6 },
);
const sign = fc.constantFrom(..." \t\n,;()[]<>{}|*'\"“”«»「」—…、，：！`".match(/./gsu)!);

/** The private texts that are so without a key and among others, with their rules. */
function embeddable(): [code: string, text: string][] {
	// These are what they are by being all of a text.
	const whole = new Set(["~root", " ~alice ", "/home/alice/robot.npz"]);
	return Object.entries(privateTexts).flatMap(([code, texts]) =>
		code === "source-file-name"
			? []
			: entries(texts).flatMap(([text, key]): [string, string][] =>
					key === undefined && !whole.has(text) ? [[code, text]] : [],
				),
	);
}

it("finds a private text among words of any script, whatever sign is beside it", () => {
	const samples = embeddable();
	expect(samples.length).toBeGreaterThan(200);
	const property = fc.property(words, sign, sign, words, (left, before, after, right) => {
		for (const [code, sample] of samples) {
			const text = `${left.join(" ")}${before}${sample}${after}${right.join(" ")}`;
			const codes = privateHits(text).map((hit) => hit.code);
			if (!codes.includes(code as PrivacyCode))
				expect.fail(`${JSON.stringify(text)} breaks ${codes}, not ${code}`);
		}
	});
	fc.assert(property, { seed: 11, numRuns: 60 });
});

it("finds a path right after a word that is not of Latin letters", () => {
	const word = fc.constantFrom("文件在", "файл", "ロボットの", "로봇", "ρομπότ", "🤖", "…", "™", "。", "»");
	const folder = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,8}$/);
	const property = fc.property(word, folder, folder, (before, first, second) => {
		expect(privateTextRule(`${before}/${first}/${second}`)).not.toBe(null);
	});
	fc.assert(property, { seed: 13, numRuns: 200 });
});

it("finds nothing in texts of harmless parts", () => {
	const number = fc.integer({ min: 0, max: 99 });
	const frame = fc.constantFrom("base", "left_hand", "camera", "tern", "tool0", "q");
	const name = fc.oneof(frame, fc.constantFrom("кубик", "机器人", "θ"));
	const unit = fc.constantFrom("rad/s", "m/s^2", "N·m", "kg·m²/s²", "рад/с", "%", "°/s", "Hz", "1/√Hz");
	const part = fc.oneof(
		fc.tuple(name, name).map(([a, b]) => `${a}/${b}`),
		fc.tuple(name, name).map(([a, b]) => `${a}.${b}`),
		fc.tuple(frame, frame, frame).map((names) => names.join("/")),
		name.map((a) => `/${a}`),
		fc.tuple(number, unit).map(([n, u]) => `${n} ${u}`),
		fc.tuple(number, number).map(([a, b]) => `${a}:${b}`),
		fc.tuple(number, number, number).map((n) => n.join("/")),
		fc.tuple(number, number, number).map((n) => `v${n.join(".")}`),
		fc.tuple(number, number, number, number).map((n) => `firmware ${n.join(".")}`),
		fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
		fc.uuid(),
		fc.nat().map((n) => `frame-observe-tern-${n}-15`),
		fc.tuple(name, name).map(([a, b]) => `${a}::${b}`),
		fc.double({ noNaN: true }).map(String),
		fc.constantFrom(
			"and/or",
			"N/A",
			"взять/поднять/бросить",
			"抓取。放下",
			"🤖",
			"https://example.org/users/guide/",
			"pass: left",
			"token: none",
		),
	);
	const property = fc.property(fc.array(part, { maxLength: 8 }), sign, (parts, between) => {
		// At its very start, a slash begins a path even if blanks follow: `/My Robots/x`.
		const text = `replay${between} ${parts.join(`${between} `)}`;
		expect([text, privateHits(text)]).toEqual([text, []]);
	});
	fc.assert(property, { seed: 17, numRuns: 2000 });
});

it("finds a private text wherever it is in a long one", () => {
	const long = "words and words ".repeat(20_000);
	const around = [0, 61_000, 61_430, 61_440, 61_450, 65_520, 65_530, 65_536, 122_880, 200_000, long.length];
	for (const at of around) {
		const text = `${long.slice(0, at)} /srv/replays/take ${long.slice(at)}`;
		expect(privateTextRule(text), String(at)).toBe("private-path");
	}
	expect(privateTextRule(long)).toBe(null);
});

it("finds private texts across the edges of the windows of a long one, and no part of a word there", {
	timeout: 30_000,
}, () => {
	const paths = "robot/base/left_hand 10.20.30.40.50 ".repeat(4000);
	for (const shift of [0, 8, 15, 24]) expect(privateHits(`${"x".repeat(shift)} ${paths}`)).toEqual([]);
	const long = "words and words ".repeat(5000);
	const samples = embeddable().filter((_, index) => index % 3 === 0);
	for (const [index, [code, sample]] of samples.entries()) {
		const at = [61_440, 65_536][index % 2] - Math.ceil(sample.length / 2);
		const text = `${long.slice(0, at - 1)} ${sample} ${long.slice(at)}`;
		if (!privateHits(text).some((hit) => hit.code === code)) expect.fail(`${sample} is not ${code}`);
	}
});

it("takes time linear in the text", { timeout: 60_000 }, () => {
	const units =
		"/|a|a:|a-|-/a |~a|%a|$a|1.|f:f |home/|a@a|eyJ|a://|a://b@|?a=|&|-----BEGIN |bearer |serial |a.a@|::|1:|" +
		"ab-|ghp_|%25|%2525|/\u0323\u0301|\u0301\u0323|\ufdfa|\u200b|${|%a%|\\|file|password |//a|/a |/ a|A1_|https://x/|../|basic aaaa|" +
		"\u0001|\u0001/|%01|a\u0301|a\u2800|文/|θ/|…/|...|/A |/A B |/+|🤖/|$(|$a/|/aa$|C:/|C:/D |ノa|ノ|a。|pass:|pass=|token: |aToken=|" +
		"00:|00:1a:2b:3c:4d:|x::f1|ver |ver 1.2.3.|base.|base.local.x|//x.y;|" +
		"sn:|s/n |mac |COM1|localhost.|https://x.org/|/../|~a |a@b:";
	for (const unit of units.split("|")) {
		privateTextRule(unit.repeat(2 ** 17 / unit.length));
		privateTextRule(`/${unit.repeat(2 ** 15 / unit.length)}`, "serial");
	}
	for (const unit of ["/", "a", "a:b ", "é/", "\u0001/", "/A ", "pass:"])
		privateTextRule(unit.repeat(2 ** 20 / unit.length));
});
