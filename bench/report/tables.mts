/** A table of Markdown. */
export function table(titles: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const lines = [titles, titles.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A count as it is, anything else with three digits. */
export function shown(value: number): string {
	if (Number.isInteger(value)) return String(value);
	return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
