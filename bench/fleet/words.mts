/** Figures as the page of the fleet shows them. */

export function times(value: number): string {
	return `${value.toFixed(2)}x`;
}

export function percent(share: number): string {
	return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

export function seconds(value: number): string {
	return `${value.toFixed(value < 100 ? 1 : 0)} s`;
}
