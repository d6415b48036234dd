import type { Figure } from './figure.mts';

/** A figure as other programs read it: flat, with its ratios to the ideal and to the first peer. */
export type FigureRecord = {
	readonly case: string;
	readonly what: string;
	readonly unit: string;
	readonly ours: number;
	readonly ideal: number | null;
	readonly peer: number | null;
	readonly peerName: string | null;
	readonly ratioToIdeal: number | null;
	readonly ratioToPeer: number | null;
	/** The number of measurements in `ours`. */
	readonly runs: number;
};

export function recordsOf(figures: readonly Figure[]): readonly FigureRecord[] {
	return figures.map(({ case: name, what, unit, ours, ideal = null, peers = {}, samples }) => {
		const [[peerName, peer] = [null, null]] = Object.entries(peers);
		return {
			...{ case: name, what, unit, ours, ideal, peer, peerName },
			ratioToIdeal: ratio(ours, ideal),
			ratioToPeer: ratio(ours, peer),
			runs: Math.max(samples.length, 1),
		};
	});
}

function ratio(ours: number, other: number | null): number | null {
	return other ? ours / other : null;
}
