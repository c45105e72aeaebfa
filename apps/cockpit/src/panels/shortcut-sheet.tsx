import { X } from "lucide-react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTexts } from "../shell/cockpit-context.ts";
import { IconButton } from "../shell/icon-button.tsx";
import { shortcutGroups, shortcuts } from "../shell/shortcuts.ts";

/** Every key on one sheet. */
export function ShortcutSheet({
	isOpen,
	onClose,
}: {
	readonly isOpen: boolean;
	readonly onClose: () => void;
}) {
	const texts = useTexts();
	return (
		<ModalOverlay className="modal-backdrop" isOpen={isOpen} onOpenChange={onClose} isDismissable>
			<Modal className="modal">
				<Dialog className="dialog">
					<div className="dialog-head">
						<Heading slot="title">{texts.shortcuts.title}</Heading>
						<IconButton label={texts.app.close} icon={<X size={16} />} onPress={onClose} />
					</div>
					<div className="dialog-body">
						<div className="shortcut-groups">
							{shortcutGroups(texts).map(({ title, actions }) => (
								<section key={title}>
									<h3>{title}</h3>
									<dl>
										{actions.map(({ action, name }) => (
											<div key={action} className="shortcut">
												<dt>{name}</dt>
												<dd>
													{shortcuts
														.filter((shortcut) => shortcut.action === action)
														.map(({ shown }) => (
															<span key={shown} className="kbd">
																{shown}
															</span>
														))}
												</dd>
											</div>
										))}
									</dl>
								</section>
							))}
						</div>
					</div>
				</Dialog>
			</Modal>
		</ModalOverlay>
	);
}
