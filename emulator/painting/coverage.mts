import type { Polygon } from './path.mts';

/** An edge of a polygon; `x` is that of its upper end. */
export type Edge = {
	readonly x: number;
	readonly top: number;
	readonly bottom: number;
	/** Change of x per row. */
	readonly slope: number;
	/** 1 if the polygon runs down this edge, -1 if it runs up. */
	readonly winding: 1 | -1;
};

/** Neighboring pixels of which the same share lies inside, from 0 to 1. */
export type Run = { readonly from: number; readonly to: number; readonly share: number };

/** Lines per row that are sampled; along a line the share is exact. */
const LINES = 4;
/** Smaller shares are rounding errors. */
const NOTHING = 0.002;

/** How much of each pixel of a row lies inside (nonzero rule), for anti-aliasing. */
export function coverageOf(edges: readonly Edge[], y: number, width: number): Run[] {
	const near = edges.filter((edge) => edge.top < y + 1 && edge.bottom > y);
	const changes = new Map<number, number>();
	for (let line = 0; line < LINES; line += 1) {
		for (const [from, to] of spans(near, y + (line + 0.5) / LINES)) {
			addSpan(changes, Math.max(0, from), Math.min(to, width));
		}
	}
	return runsOf(changes);
}

/** The parts of a line that lie inside. */
function spans(edges: readonly Edge[], y: number): Array<readonly [from: number, to: number]> {
	const found: Array<readonly [number, number]> = [];
	let depth = 0;
	let start = 0;
	for (const { x, winding } of crossings(edges, y)) {
		if (depth === 0) start = x;
		depth += winding;
		if (depth === 0) found.push([start, x]);
	}
	return found;
}

/** Notes where shares change; the first and the last pixel are covered in part. */
function addSpan(changes: Map<number, number>, from: number, to: number): void {
	if (to <= from) return;
	const [first, last] = [Math.floor(from), Math.floor(to)];
	change(changes, first, first + 1 - from);
	change(changes, first + 1, from - first);
	change(changes, last, to - last - 1);
	change(changes, last + 1, last - to);
}

function change(changes: Map<number, number>, x: number, by: number): void {
	changes.set(x, (changes.get(x) ?? 0) + by / LINES);
}

function runsOf(changes: ReadonlyMap<number, number>): Run[] {
	const runs: Run[] = [];
	let [from, share] = [0, 0];
	for (const to of [...changes.keys()].sort((one, other) => one - other)) {
		if (share > NOTHING) runs.push({ from, to, share });
		share += changes.get(to) ?? 0;
		from = to;
	}
	return runs;
}

type Crossing = { readonly x: number; readonly winding: number };

function crossings(edges: readonly Edge[], y: number): Crossing[] {
	const found: Crossing[] = [];
	for (const { x, top, bottom, slope, winding } of edges) {
		if (top <= y && bottom > y) found.push({ x: x + (y - top) * slope, winding });
	}
	return found.sort((one, other) => one.x - other.x);
}

export function edgesOf(polygon: Polygon): Edge[] {
	return polygon.flatMap(([x, y], index): Edge[] => {
		const [nextX, nextY] = polygon[(index + 1) % polygon.length]!;
		if (y === nextY) return [];
		const slope = (nextX - x) / (nextY - y);
		if (y < nextY) return [{ x, top: y, bottom: nextY, slope, winding: 1 }];
		return [{ x: nextX, top: nextY, bottom: y, slope, winding: -1 }];
	});
}
