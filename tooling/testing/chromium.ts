import { existsSync } from "node:fs";

const candidates = [
	process.env["HINDCAST_CHROMIUM"],
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
];

/** How every suite starts Chromium: headless, WebGL2 on SwiftShader, no background traffic. */
export const chromiumLaunch = {
	executablePath: candidates.find((path) => path !== undefined && existsSync(path)) ?? "/usr/bin/chromium",
	args: [
		"--no-sandbox",
		"--use-angle=swiftshader",
		"--enable-unsafe-swiftshader",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		"--disable-quic",
		"--no-first-run",
	],
};
