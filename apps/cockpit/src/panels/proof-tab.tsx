import { drawnRobot, type ReplayStage } from "../model/stage.ts";
import { ClassBadge } from "../shell/class-badge.tsx";
import { useLanguage, useTexts } from "../shell/cockpit-context.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { NoteList } from "./note-list.tsx";

/** The digests and receipts behind a replay, each to be copied whole. */
export function ProofTab({ stage }: { readonly stage: ReplayStage }) {
	const { proof: texts } = useTexts().inspector;
	const { metadata } = stage.artifact;
	const { detail } = stage;
	const drawn = drawnRobot(stage);
	return (
		<>
			{detail === null ? null : (
				<section className="section">
					<ClassBadge classification={detail.classification} />
					<p className="dim">
						{detail.classification === "physical-feedback-verified" ? texts.verified : texts.notVerified}
					</p>
				</section>
			)}
			<dl className="section">
				<Item
					name={texts.contentDigest}
					value={stage.contentDigest}
					{...(detail === null ? {} : { note: texts.checked })}
				/>
				<Item name={texts.fileDigest} value={detail?.manifest.file_digest} />
				<Item name={texts.modelDeclared} value={metadata.model_source_digest} />
				<Item name={texts.modelDrawn} value={drawn?.modelDigest} />
				<Item name={texts.jointOrder} value={metadata.joint_order_digest} />
				<Item name={texts.artifactClass} value={metadata.artifact_class} />
			</dl>
			{detail === null ? null : <NoteList detail={detail} />}
			{detail === null ? null : <StoreRecord detail={detail} />}
		</>
	);
}

function StoreRecord({ detail }: { readonly detail: NonNullable<ReplayStage["detail"]> }) {
	const { proof: texts } = useTexts().inspector;
	const language = useLanguage();
	const { manifest, receipts, evidence_paths: evidence } = detail;
	const stored = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
	return (
		<>
			<dl className="section">
				<Item name={texts.source} value={`${manifest.source.kind} · ${manifest.source.id}`} />
				<Item name={texts.visibility} value={texts.visibilities[manifest.visibility]} />
				<Item name={texts.stored} value={stored.format(Number(manifest.created_at_ms))} />
			</dl>
			<section className="section">
				<h3 className="section-title">{texts.evidence}</h3>
				<ul className="mono">
					{evidence.map((path) => (
						<li key={path} className="proof-item">
							{path}
						</li>
					))}
				</ul>
			</section>
			<section className="section">
				<h3 className="section-title">{texts.receipts}</h3>
				{receipts.length === 0 ? <p className="dim">{texts.noReceipts}</p> : null}
				{receipts.map((receipt) => {
					const text = JSON.stringify(receipt, null, 2);
					return (
						<details key={text} className="proof-item">
							<summary className="mono">{receiptName(receipt)}</summary>
							<div className="proof-value">
								<pre className="mono">{text}</pre>
								<CopyButton label={texts.copyValue(texts.receipts)} text={() => text} />
							</div>
						</details>
					);
				})}
			</section>
		</>
	);
}

function receiptName(receipt: Readonly<Record<string, unknown>>): string {
	const names = ["import_id", "export_id", "annotate_id", "link_id", "receipt_id"].map((key) => receipt[key]);
	return names.find((name) => typeof name === "string") ?? "receipt";
}

interface ItemProps {
	readonly name: string;
	readonly value: string | undefined;
	readonly note?: string;
}

function Item({ name, value, note }: ItemProps) {
	const { proof: texts } = useTexts().inspector;
	if (value === undefined) return null;
	return (
		<div className="proof-item">
			<dt>{name}</dt>
			<dd className="proof-value">
				<span className="mono">{value}</span>
				<CopyButton label={texts.copyValue(name)} text={() => value} />
			</dd>
			{note === undefined ? null : <dd className="proof-note">= {note}</dd>}
		</div>
	);
}
