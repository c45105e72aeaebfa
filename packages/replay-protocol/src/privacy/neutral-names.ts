/** Makes names such as `joint-3` that none of those given is, and none made before. */
export function neutralNames(prefix: string, given: readonly unknown[]): (number: number) => string {
	const taken = new Set(given.map((name) => (typeof name === "string" ? name.normalize("NFC") : name)));
	return (number) => {
		let free = number;
		while (taken.has(`${prefix}${free}`)) free++;
		const name = `${prefix}${free}`;
		taken.add(name);
		return name;
	};
}
