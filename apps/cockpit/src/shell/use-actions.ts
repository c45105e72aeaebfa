import { isLayerId, toggleLayer } from "../model/layers.ts";
import type { Session } from "../model/session.ts";
import { useSession } from "./cockpit-context.ts";
import { canvasControls } from "./scene-controls.ts";
import { keySpeeds, type Shortcut } from "./shortcuts.ts";
import { useKeyboard } from "./use-keyboard.ts";

interface AppActions {
	readonly openFile: () => void;
	readonly togglePanel: (which: "catalog" | "inspector") => void;
	readonly showSheet: () => void;
	readonly showFinder: () => void;
	readonly foldLegend: () => void;
}

/** Runs every shortcut. */
export function useActions(app: AppActions): void {
	const session = useSession();
	useKeyboard(({ action }: Shortcut, event) => {
		if (isLayerId(action)) session.layers.update((shown) => toggleLayer(shown, action));
		else if (action === "open") app.openFile();
		else if (action === "find") app.showFinder();
		else if (action === "catalog" || action === "inspector") app.togglePanel(action);
		else if (action === "shortcuts") app.showSheet();
		else if (action === "legend") app.foldLegend();
		else if (action === "fitTimeline") canvasControls.fitTimeline?.();
		else if (action === "fitRobot") canvasControls.viewport?.frameCamera();
		else if (action === "orbit") orbit(event.key);
		else if (action === "zoom") canvasControls.viewport?.orbitBy(0, 0, event.key === "-" ? 1 / 1.2 : 1.2);
		else drive(session, action, event);
	});
}

function drive(session: Session, action: Shortcut["action"], event: KeyboardEvent): void {
	const stage = session.stage.get();
	if (stage.kind !== "replay") return;
	const { clock } = stage;
	if (action === "play") clock.toggle();
	if (action === "back") clock.step(-1);
	if (action === "forward") clock.step(1);
	if (action === "tenBack") clock.step(-10);
	if (action === "tenOn") clock.step(10);
	if (action === "toStart") clock.toStart();
	if (action === "toEnd") clock.toEnd();
	if (action === "loop") clock.setLoop(!clock.loop, null);
	if (action === "loopStart") clock.setLoopStart();
	if (action === "loopEnd") clock.setLoopEnd();
	if (action === "speed") clock.setSpeed(keySpeeds[Number(event.code.slice(-1)) - 1] ?? 1);
}

function orbit(key: string): void {
	const azimuth = key === "ArrowLeft" ? -10 : key === "ArrowRight" ? 10 : 0;
	const elevation = key === "ArrowUp" ? 8 : key === "ArrowDown" ? -8 : 0;
	canvasControls.viewport?.orbitBy(azimuth, elevation);
}
