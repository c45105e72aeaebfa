import { Component, type ReactNode } from "react";
import { toFault } from "../model/fault.ts";

interface Props {
	/** Name of the region in the reader's language. */
	readonly title: string;
	readonly text: string;
	readonly retry: string;
	readonly children: ReactNode;
}

/** Keeps a broken region from taking the others down; says what happened and lets it start again. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
	override state = { error: null as unknown };

	static getDerivedStateFromError(error: unknown): { error: unknown } {
		return { error: error ?? new Error("unknown") };
	}

	override render(): ReactNode {
		const { error } = this.state;
		if (error === null) return this.props.children;
		const { code, message } = toFault(error);
		return (
			<div className="boundary" role="alert">
				<strong>{this.props.title}</strong>
				<span className="dim">{this.props.text}</span>
				<code className="mono dim">
					{code}: {message}
				</code>
				<button type="button" className="button" onClick={() => this.setState({ error: null })}>
					{this.props.retry}
				</button>
			</div>
		);
	}
}
