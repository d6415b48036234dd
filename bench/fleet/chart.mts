import type { LimiterName } from './parameters.mts';
import type { Outcome } from './outcome.mts';
import type { FleetResults } from './results.mts';

const [WIDTH, HEIGHT] = [760, 330];
const PANEL = { width: 290, height: 200, top: 70 };
const LEFTS = [60, 430];

const LINES: ReadonlyArray<{ limiter: LimiterName; name: string; color: string }> = [
	{ limiter: 'execution', name: 'limiter per execution', color: '#8c959f' },
	{ limiter: 'process', name: 'limiter per process (ours)', color: '#0969da' },
	{ limiter: 'all', name: 'limiter for all', color: '#1a7f37' },
	{ limiter: 'ideal', name: 'ideal scheduler', color: '#1f2328' },
];

type Panel = {
	readonly title: string;
	readonly value: (outcome: Outcome) => number;
	readonly from: number;
	readonly step: number;
	readonly shown: (value: number) => string;
};

const PANELS: readonly Panel[] = [
	{
		title: 'Refused create requests per accepted one',
		value: ({ refused }) => refused,
		...{ from: 0, step: 1, shown: String },
	},
	{
		title: 'Time, in multiples of the ideal time',
		value: ({ makespan }) => makespan,
		...{ from: 1, step: 0.1, shown: (value) => value.toFixed(1) },
	},
];

/** One service shared by ever more processes, as lines. */
export function fleetChartOf({ sweep }: FleetResults): string {
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="Arial, Helvetica, sans-serif" font-size="13">`,
		'<title>A fleet of n8n processes at one service</title>',
		`<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#ffffff" stroke="#d0d7de"/>`,
		text(
			20,
			32,
			'One account with 20 places, shared by 1 to 100 workers',
			'font-size="16" font-weight="bold"',
		),
		...PANELS.flatMap((panel, nth) => drawPanel(panel, LEFTS[nth] ?? 0, sweep)),
		...LINES.flatMap(({ name, color }, nth) => [
			`<rect x="${20 + nth * 185}" y="${HEIGHT - 22}" width="12" height="4" fill="${color}"/>`,
			text(38 + nth * 185, HEIGHT - 14, name),
		]),
		'</svg>',
		'',
	].join('\n');
}

function drawPanel(panel: Panel, left: number, sweep: FleetResults['sweep']): string[] {
	const { title, value, from, step, shown } = panel;
	const values = sweep.flatMap(({ outcomes }) =>
		LINES.map(({ limiter }) => value(outcomes[limiter])),
	);
	const steps = Math.ceil((Math.max(...values) - from) / step);
	const y = (of: number) =>
		PANEL.top + PANEL.height - (PANEL.height * (of - from)) / (steps * step);
	const last = Math.log(sweep.at(-1)?.workers ?? 1);
	const x = (workers: number) => left + (PANEL.width * Math.log(workers)) / last;
	const marks = Array.from({ length: steps + 1 }, (_, nth) => from + nth * step);
	return [
		text(left, PANEL.top - 14, title, 'font-weight="bold"'),
		...marks.flatMap((mark) => [
			`<path d="M${left} ${round(y(mark))}h${PANEL.width}" stroke="#d0d7de"/>`,
			text(left - 8, round(y(mark)) + 4, shown(mark), 'text-anchor="end"'),
		]),
		...sweep.map(({ workers }) =>
			text(
				round(x(workers)),
				PANEL.top + PANEL.height + 18,
				String(workers),
				'text-anchor="middle"',
			),
		),
		...LINES.map(({ limiter, color }) => {
			const points = sweep.map(
				({ workers, outcomes }) => `${round(x(workers))},${round(y(value(outcomes[limiter])))}`,
			);
			return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`;
		}),
	];
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

function text(x: number, y: number, words: string, look = ''): string {
	return `<text x="${x}" y="${y}" fill="#1f2328" ${look}>${words}</text>`;
}
