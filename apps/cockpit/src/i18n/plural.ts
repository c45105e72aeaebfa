/** Forms of a counted noun; Russian also has `few` and `many`. */
export interface PluralForms {
	readonly one: string;
	readonly few?: string;
	readonly many?: string;
	readonly other: string;
}

/** Makes the function that puts a count before its noun, by the rules of a language. */
export function createCounter(language: string): (count: number, forms: PluralForms) => string {
	const rules = new Intl.PluralRules(language);
	return (count, forms) => {
		const category = rules.select(count);
		const known =
			category === "one" || category === "few" || category === "many" ? forms[category] : undefined;
		return `${count} ${known ?? forms.other}`;
	};
}
