export type Color = readonly [red: number, green: number, blue: number];
export type Colors = readonly Color[];

/** Reads hexadecimal numbers with spaces between them. */
export function colorsOf(list: string): Color[] {
	return list.split(' ').map(rgb);
}

export function rgb(hex: string): Color {
	const value = Number.parseInt(hex, 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** So much of the second color, the rest of the first. */
export function mix(from: Color, to: Color, share: number): Color {
	const channel = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
	return [channel(0), channel(1), channel(2)];
}

/** The color at a place from 0 to 1 between the first and the last. */
export function gradient(colors: Colors, place: number): Color {
	const scaled = Math.min(Math.max(0, place), 1) * (colors.length - 1);
	const from = colors[Math.floor(scaled)]!;
	return mix(from, colors[Math.floor(scaled) + 1] ?? from, scaled % 1);
}
