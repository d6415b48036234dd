import type { Figure } from './figure.mts';
import { shown, table } from './tables.mts';

/** What a reader finds it under, its case, and how its text begins. */
type Row = readonly [what: string, name: string, begin: string];

/** The comparison with these figures in its marked place. */
export function withComparison(page: string, figures: readonly Figure[]): string {
	const rows: readonly Row[] = [
		['Time from the end of a task of 2 seconds to its result', 'lag', 'tasks of 2 s: from'],
		['Time from the end of a task of 60 seconds to its result', 'lag', 'tasks of 60 s: from'],
		['Status calls for a task of 60 seconds', 'lag', 'tasks of 60 s: status'],
		['Memory for an upload of 1 GB', 'transfer', 'upload of 1 GB: peak memory'],
		['Speed of that upload', 'transfer', 'upload of 1 GB: throughput'],
		['500 items whose tasks take no time, this node 20 at a time', 'overhead', '500 items'],
	];
	const compared = rows.map(([what, name, begin]) => {
		const { ours, unit, peers = {} } = figureOf(figures, name, begin);
		const loop = Object.entries(peers).find(([peer]) => peer.startsWith('HTTP Request'));
		return [what, ...[loop?.[1] ?? NaN, ours].map((value) => `${shown(value)} ${unit}`)];
	});
	return withPlace(page, 'the comparison', table(['', 'HTTP Request loop', 'This node'], compared));
}

/** @throws if no figure of this case begins so */
function figureOf(figures: readonly Figure[], name: string, begin: string): Figure {
	const found = figures.find((each) => each.case === name && each.what.startsWith(begin));
	if (found === undefined) throw new Error(`No figure of ${name} begins with "${begin}".`);
	return found;
}

/** @throws if the page has no such place */
function withPlace(page: string, place: string, figures: string): string {
	const [begin, end] = [`<!-- figures of ${place} -->`, `<!-- end of ${place} -->`];
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The page has no place for figures of ${place}.`);
	return `${page.slice(0, from + begin.length)}\n\n${figures}\n\n${page.slice(to)}`;
}
