// What this machine has that suites need: golden data, Chromium, ffmpeg, Python with NumPy.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { capture } from "./command.mjs";
import { say } from "./report.mjs";

const chromiumPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const chromiumPage = `<!doctype html><body><script>
	const gl = document.createElement("canvas").getContext("webgl2");
	const avc = typeof MediaSource === "function" && MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"');
	document.body.textContent = "webgl2=" + Boolean(gl) + " avc1=" + avc;
</script>`;

function probeGolden() {
	const folder = process.env.HINDCAST_GOLDEN;
	if (!folder) return { missing: "HINDCAST_GOLDEN is not set" };
	const file = resolve(folder, "npz/good.json");
	return existsSync(file)
		? { env: { HINDCAST_GOLDEN: resolve(folder) } }
		: { missing: "HINDCAST_GOLDEN names no golden data folder" };
}

function probeChromium() {
	const preset = process.env.HINDCAST_CHROMIUM;
	const program = (preset ? [preset] : chromiumPaths).find((path) => existsSync(path));
	if (!program) return { missing: "no Chromium found" };
	const folder = mkdtempSync(join(tmpdir(), "hindcast-probe-"));
	try {
		const page = join(folder, "probe.html");
		writeFileSync(page, chromiumPage);
		const flags = [
			"--headless",
			"--no-sandbox",
			"--use-angle=swiftshader",
			"--enable-unsafe-swiftshader",
			"--no-first-run",
		];
		const quiet = [
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			`--user-data-dir=${join(folder, "profile")}`,
		];
		const { stdout } = capture(program, [...flags, ...quiet, "--dump-dom", `file://${page}`]);
		if (!stdout.includes("webgl2=true")) return { missing: "Chromium does not start with WebGL2 here" };
		if (!stdout.includes("avc1=true")) return { missing: "Chromium has no avc1 media source" };
		return { env: { HINDCAST_CHROMIUM: program } };
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

function probeFfmpeg() {
	return capture("ffmpeg", ["-version"]).code === 0 ? {} : { missing: "no ffmpeg found" };
}

function probeNumpy() {
	const preset = process.env.HINDCAST_PYTHON;
	const program = (preset ? [preset] : ["python3", "/usr/bin/python3"]).find(
		(name) => capture(name, ["-c", "import numpy"]).code === 0,
	);
	return program ? { env: { HINDCAST_PYTHON: program } } : { missing: "no Python with NumPy found" };
}

/** Every requirement: how it is looked for, and the Debian packages that bring it. */
const requirements = {
	golden: { probe: probeGolden, packages: [] },
	chromium: { probe: probeChromium, packages: ["chromium"] },
	ffmpeg: { probe: probeFfmpeg, packages: ["ffmpeg"] },
	numpy: { probe: probeNumpy, packages: ["python3", "python3-numpy"] },
};

function systemInstall(packages) {
	if (process.env.HINDCAST_SYSTEM_INSTALL === "0" || process.getuid?.() !== 0) return;
	if (capture("apt-get", ["--version"]).code !== 0) return;
	say(`  installing ${packages.join(", ")} with apt-get`);
	const env = { DEBIAN_FRONTEND: "noninteractive" };
	capture("apt-get", ["update", "-qq"], { env, timeoutSeconds: 300 });
	capture("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
		env,
		timeoutSeconds: 1200,
	});
}

/**
 * Looks for every requirement, tries the system's package manager for what is missing (as root, on Debian), and says
 * what is still missing.
 *
 * @returns `missing`: requirement → reason; `env`: what child processes need to find the rest
 * @throws Error when one that `HINDCAST_REQUIRE` names is missing
 */
export function probe() {
	const missing = {};
	const env = {};
	for (const [name, { probe: look, packages }] of Object.entries(requirements)) {
		let found = look();
		if (found.missing && packages.length > 0) {
			say(`  ${name}: ${found.missing}`);
			systemInstall(packages);
			found = look();
		}
		if (found.missing) missing[name] = found.missing;
		Object.assign(env, found.env);
	}
	const required = (process.env.HINDCAST_REQUIRE ?? "").split(",").filter(Boolean);
	const unknown = required.filter((name) => !Object.hasOwn(requirements, name));
	if (unknown.length > 0)
		throw new Error(
			`HINDCAST_REQUIRE names ${unknown.join(", ")}; known: ${Object.keys(requirements).join(", ")}`,
		);
	const absent = required.filter((name) => missing[name]);
	if (absent.length > 0)
		throw new Error(
			`required here but missing: ${absent.map((name) => `${name} (${missing[name]})`).join("; ")}`,
		);
	for (const [name, reason] of Object.entries(missing))
		say(`  ${name}: ${reason}; its suites are skipped and counted`);
	return { missing, env };
}
