import type { Figure } from './figure.mts';
import type { Results } from './results.mts';

/** Cases whose peers are other ways to do the same. */
const SHOWN = ['lag-2s', 'lag-7s', 'lag-60s', 'overhead', 'upload-1g', 'download-1g'];

const WIDTH = 760;
const NAMES_END = 250;
const LONGEST_BAR = 400;
const ROW = 20;
const TITLE = 24;
const GAP = 16;
const TOP = 60;

type Bar = { readonly name: string; readonly value: number; readonly isOurs: boolean };
type Group = { readonly title: string; readonly unit: string; readonly bars: readonly Bar[] };

/** The figures that others were measured for as well, as bars. */
export function chartOf({ figures }: Results): string {
	const groups = figures.filter(isCompared).map(groupOf);
	const starts = groups.reduce(
		(ends, group) => [...ends, (ends.at(-1) ?? 0) + heightOf(group)],
		[TOP],
	);
	const height = starts.at(-1) ?? TOP;
	const drawn = groups.flatMap((group, at) => drawGroup(group, starts[at] ?? TOP));
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="Arial, Helvetica, sans-serif" font-size="13">`,
		'<title>Benchmark</title>',
		`<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff" stroke="#d0d7de"/>`,
		text(20, 32, 'AI App compared with other ways', { size: 16, weight: 'bold' }),
		...drawn,
		'</svg>',
		'',
	].join('\n');
}

function isCompared({ case: name, peers }: Figure): boolean {
	return SHOWN.includes(name) && peers !== undefined;
}

function groupOf({ case: name, what, unit, ours, peers = {} }: Figure): Group {
	const better = unit.endsWith('/s') ? 'more is better' : 'less is better';
	return {
		title: `${name}: ${what} (${unit}, ${better})`,
		unit,
		bars: [
			{ name: 'AI App', value: ours, isOurs: true },
			...Object.entries(peers).map(([peer, value]) => ({ name: peer, value, isOurs: false })),
		],
	};
}

function heightOf({ bars }: Group): number {
	return TITLE + bars.length * ROW + GAP;
}

function drawGroup({ title, unit, bars }: Group, top: number): string[] {
	const longest = Math.max(...bars.map(({ value }) => value));
	return [
		text(20, top + 14, title, { weight: 'bold' }),
		...bars.flatMap(({ name, value, isOurs }, row) => {
			const y = top + TITLE + row * ROW;
			const length = Math.max(1, Math.round((LONGEST_BAR * value) / longest));
			return [
				text(NAMES_END - 8, y + 12, name, { anchor: 'end' }),
				`<rect x="${NAMES_END}" y="${y + 1}" width="${length}" height="${ROW - 6}" rx="2" fill="${isOurs ? '#0969da' : '#8c959f'}"/>`,
				text(NAMES_END + length + 8, y + 12, `${shown(value)} ${unit}`),
			];
		}),
	];
}

type Look = { readonly size?: number; readonly weight?: string; readonly anchor?: string };

function text(x: number, y: number, words: string, { size, weight, anchor }: Look = {}): string {
	const look = [
		size && ` font-size="${size}"`,
		weight && ` font-weight="${weight}"`,
		anchor && ` text-anchor="${anchor}"`,
	];
	return `<text x="${x}" y="${y}" fill="#1f2328"${look.filter(Boolean).join('')}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
	return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A figure with three digits, as a person reads it. */
export function shown(value: number): string {
	return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
