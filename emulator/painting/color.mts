/** Red, green and blue from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb`. */
export function rgb(hex: string): Color {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A share of 0 gives the first color, 1 the second. */
export function mix(from: Color, to: Color, share: number): Color {
	const channel = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
	return [channel(0), channel(1), channel(2)];
}

/** The color at a place (0 to 1) in a gradient of evenly spaced colors. */
export function gradientAt(colors: readonly Color[], place: number): Color {
	const scaled = Math.min(Math.max(0, place), 1) * (colors.length - 1);
	const index = Math.floor(scaled);
	const from = colors[index]!;
	return mix(from, colors[index + 1] ?? from, scaled - index);
}
