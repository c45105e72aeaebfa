// Anchors of headings, as GitHub gives them.

/** The headings of a Markdown page: `{ text, anchor }` each; headings of one slug are numbered. */
function headings(markdown) {
	const seen = new Map();
	const withoutCode = markdown.replace(/^```[\s\S]*?^```$/gm, "");
	return [...withoutCode.matchAll(/^#+ (.*)$/gm)].map(([, title]) => {
		const text = title.replaceAll("\\", "").trim();
		const slug = text
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
			.replaceAll(" ", "-");
		const count = seen.get(slug) ?? 0;
		seen.set(slug, count + 1);
		return { text, anchor: count === 0 ? slug : `${slug}-${count}` };
	});
}

/** Everything in a page that a link can lead to. */
export function anchors(markdown) {
	const named = [...markdown.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	return new Set([...headings(markdown).map(({ anchor }) => anchor), ...named]);
}

/** Leads links that miss to the heading of their text: TypeDoc numbers a function twice beside a type of the same letters. */
export function mendLinks(markdown) {
	const known = anchors(markdown);
	const byText = new Map(headings(markdown).map(({ text, anchor }) => [text, anchor]));
	return markdown.replaceAll(/\[`([^`\]]+)`\]\(#([^)]+)\)/g, (link, text, anchor) =>
		known.has(anchor) || !byText.has(text) ? link : `[\`${text}\`](#${byText.get(text)})`,
	);
}
