import "./workers/jitless.ts";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createHostApi } from "./api/host-api.ts";
import { createPreferences } from "./model/preferences.ts";
import { browserRouterHost, createRouter } from "./model/router.ts";
import { Session } from "./model/session.ts";
import { App } from "./shell/app.tsx";
import { createReplayReader } from "./workers/replay-reader.ts";

const session = new Session({
	api: createHostApi(window.fetch.bind(window)),
	router: createRouter(browserRouterHost(window)),
	stageReader: createReplayReader(),
	admissionReader: createReplayReader(),
	now: () => performance.now(),
	wallClock: () => Date.now(),
});
const preferences = createPreferences(browserStorage());
void session.start();

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
createRoot(root).render(
	<StrictMode>
		<App cockpit={{ session, preferences }} />
	</StrictMode>,
);

function browserStorage(): Storage | null {
	try {
		return window.localStorage;
	} catch {
		return null;
	}
}
