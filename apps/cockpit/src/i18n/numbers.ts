/** Makes the function that writes a number for reading, with the decimal mark of a language: all its digits, or as many as asked for. */
export function createNumbers(language: string): (value: number, digits?: number) => string {
	const parts = new Intl.NumberFormat(language).formatToParts(0.5);
	const mark = parts.find(({ type }) => type === "decimal")?.value ?? ".";
	return (value, digits) => (digits === undefined ? String(value) : value.toFixed(digits)).replace(".", mark);
}
