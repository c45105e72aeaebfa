import { Check, Languages, Moon, Search, Sun, SunMoon } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { messages } from "../i18n/texts.ts";
import { languages, type Theme, themes } from "../model/preferences.ts";
import { useCockpit, useLanguage, useReadable, useTexts } from "../shell/cockpit-context.ts";
import { IconButton } from "../shell/icon-button.tsx";
import { keyOf } from "../shell/shortcuts.ts";

const themeIcons: Readonly<Record<Theme, typeof Sun>> = { system: SunMoon, dark: Moon, light: Sun };

interface Props {
	readonly onShortcuts: () => void;
	readonly onFind: () => void;
}

/** Logo, lanes and the settings of this browser. Only lanes that exist are here. */
export function TopBar({ onShortcuts, onFind }: Props) {
	const { session } = useCockpit();
	const { app, finder } = useTexts();
	return (
		<header className="top region-top">
			<a
				className="logo"
				href="/"
				onClick={(event) => goHome(event, () => session.router.navigate({ name: "home" }))}
			>
				<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
					<path className="ring" d="M10 2a8 8 0 1 0 8 8" />
					<path className="hand" d="M10 5v5l-4 2.6" />
				</svg>
				Hindcast
			</a>
			<nav className="lanes" aria-label={app.lanes}>
				<a
					href="/"
					aria-current="page"
					onClick={(event) => goHome(event, () => session.router.navigate({ name: "home" }))}
				>
					{app.replays}
				</a>
			</nav>
			<div className="grow" />
			<Button className="button search" onPress={onFind}>
				<Search size={14} aria-hidden="true" />
				<span className="grow">{finder.title}…</span>
				<span className="kbd">{keyOf("find")}</span>
			</Button>
			<LanguageMenu />
			<ThemeMenu />
			<IconButton
				label={app.shortcuts}
				action="shortcuts"
				icon={<span className="kbd">?</span>}
				onPress={onShortcuts}
			/>
		</header>
	);
}

function goHome(event: React.MouseEvent, go: () => void): void {
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
	event.preventDefault();
	go();
}

function LanguageMenu() {
	const { preferences } = useCockpit();
	const language = useLanguage();
	const { app } = useTexts();
	return (
		<MenuTrigger>
			<Button className="button quiet" aria-label={`${app.language}: ${messages[language].languageName}`}>
				<Languages size={15} aria-hidden="true" />
				{language.toUpperCase()}
			</Button>
			<Popover className="popover" placement="bottom end">
				<Menu
					className="menu"
					aria-label={app.language}
					selectionMode="single"
					selectedKeys={[language]}
					disallowEmptySelection
					onAction={(key) =>
						preferences.update((known) => ({
							...known,
							language: languages.find((candidate) => candidate === key) ?? null,
						}))
					}
				>
					{languages.map((id) => (
						<MenuItem key={id} id={id} className="menu-item" textValue={messages[id].languageName}>
							<span className="tick">
								<Check size={14} />
							</span>
							<span lang={id}>{messages[id].languageName}</span>
						</MenuItem>
					))}
				</Menu>
			</Popover>
		</MenuTrigger>
	);
}

function ThemeMenu() {
	const { preferences } = useCockpit();
	const { theme } = useReadable(preferences);
	const { app } = useTexts();
	const Icon = themeIcons[theme];
	return (
		<MenuTrigger>
			<Button className="icon-button" aria-label={`${app.theme}: ${app.themes[theme]}`}>
				<Icon size={17} aria-hidden="true" />
			</Button>
			<Popover className="popover" placement="bottom end">
				<Menu
					className="menu"
					aria-label={app.theme}
					selectionMode="single"
					selectedKeys={[theme]}
					disallowEmptySelection
					onAction={(key) =>
						preferences.update((known) => ({
							...known,
							theme: themes.find((candidate) => candidate === key) ?? "system",
						}))
					}
				>
					{themes.map((id) => (
						<MenuItem key={id} id={id} className="menu-item" textValue={app.themes[id]}>
							<span className="tick">
								<Check size={14} />
							</span>
							{app.themes[id]}
						</MenuItem>
					))}
				</Menu>
			</Popover>
		</MenuTrigger>
	);
}
