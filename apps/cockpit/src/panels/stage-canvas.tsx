import { type RefObject, useEffect, useRef, useState } from "react";
import { drawnRobot } from "../model/stage.ts";
import type { Store } from "../model/store.ts";
import { useReadable, useSession, useTexts } from "../shell/cockpit-context.ts";
import { insetsOf } from "../shell/free-area.ts";
import { bindScene, type SceneFacts } from "../shell/scene-binding.ts";
import { canvasControls } from "../shell/scene-controls.ts";
import { useSceneTheme } from "../shell/theme.ts";
import { useMedia } from "../shell/use-media.ts";
import type { Viewport } from "../viewport/viewport.ts";

/** The elements that lie over the canvas; the robot is framed beside them. */
export interface StageCover {
	readonly top: RefObject<HTMLElement | null>;
	readonly legend: RefObject<HTMLElement | null>;
}

interface Props {
	readonly facts: Store<SceneFacts>;
	readonly cover: StageCover;
}

/** The 3-D view. Its code is loaded after the page's own, so that lists and texts need not wait for it. */
export function StageCanvas({ facts, cover }: Props) {
	const session = useSession();
	const { stage: texts } = useTexts();
	const canvas = useRef<HTMLCanvasElement>(null);
	const { viewport, failure } = useViewport(canvas, facts);
	const robot = drawnRobot(useReadable(session.stage));
	useEffect(() => (viewport === null ? undefined : keepFraming(viewport, canvas, cover)), [viewport, cover]);
	if (failure !== null) throw failure.error;
	return (
		<>
			<canvas
				ref={canvas}
				className={robot === null ? "stage-canvas idle" : "stage-canvas"}
				role="img"
				tabIndex={robot === null ? -1 : 0}
				aria-label={texts.canvas(robot?.summary.label ?? "—")}
			/>
			{robot === null || viewport !== null ? null : (
				<p className="stage-center dim" role="status">
					{texts.starting}
				</p>
			)}
		</>
	);
}

/** Starts a viewport on the canvas, once its code is there; a failure is the region's. */
function useViewport(canvas: RefObject<HTMLCanvasElement | null>, facts: Store<SceneFacts>) {
	const session = useSession();
	const theme = useSceneTheme();
	const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
	const [viewport, setViewport] = useState<Viewport | null>(null);
	const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
	// What the viewport starts with; later values are handed on below.
	const initial = useRef({ theme, reducedMotion });
	useEffect(() => {
		const scope = new AbortController();
		const { signal } = scope;
		const start = async () => {
			const { Viewport } = await import("../viewport/viewport.ts");
			if (signal.aborted || canvas.current === null) return;
			const created = new Viewport(canvas.current, {
				...initial.current,
				onContextChange: (state) => facts.update((known) => ({ ...known, contextLost: state === "lost" })),
				onReducedChange: (reduced) => facts.update((known) => ({ ...known, reduced })),
			});
			canvasControls.viewport = created;
			const unbind = bindScene(created, session, facts);
			signal.addEventListener("abort", () => {
				unbind();
				canvasControls.viewport = null;
				created.dispose();
			});
			setViewport(created);
		};
		start().catch((error: unknown) => {
			if (!signal.aborted) setFailure({ error });
		});
		return () => {
			scope.abort();
			setViewport(null);
		};
	}, [session, facts, canvas]);
	useEffect(() => viewport?.setTheme(theme), [viewport, theme]);
	useEffect(() => viewport?.setReducedMotion(reducedMotion), [viewport, reducedMotion]);
	return { viewport, failure };
}

/** Tells the viewport the canvas's size and what lies over it, now and whenever that changes. */
function keepFraming(
	viewport: Viewport,
	canvas: RefObject<HTMLCanvasElement | null>,
	{ top, legend }: StageCover,
): () => void {
	const stage = canvas.current?.parentElement;
	if (!stage) return () => {};
	const frame = () => {
		const box = stage.getBoundingClientRect();
		viewport.resize();
		viewport.setInsets(
			insetsOf({
				width: box.width,
				height: box.height,
				top: top.current === null ? 0 : top.current.getBoundingClientRect().bottom - box.top,
				left: legend.current === null ? 0 : legend.current.getBoundingClientRect().right - box.left,
			}),
		);
	};
	const sizes = new ResizeObserver(frame);
	const watch = () => {
		sizes.disconnect();
		for (const element of [stage, top.current, legend.current]) if (element) sizes.observe(element);
	};
	// What lies over the picture comes and goes with what is shown.
	const children = new MutationObserver(watch);
	children.observe(stage, { childList: true });
	watch();
	return () => {
		sizes.disconnect();
		children.disconnect();
	};
}
