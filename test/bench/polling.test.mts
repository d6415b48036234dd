import { goalOf } from '../../bench/simulate/goals.mts';
import { pageOf } from '../../bench/simulate/page.mts';
import { simulate, type Row } from '../../bench/simulate/simulation.mts';

let rows: readonly Row[] = [];

beforeAll(async () => {
	rows = await simulate();
});

it('a known app is polled with the lag and the calls that it should have', () => {
	const goals = rows.flatMap((row) => goalOf(row) ?? []);

	expect(goals).toHaveLength(18);
	expect(goals.filter(({ met }) => !met)).toEqual([]);
});

it('the page of the simulation shows it', () => {
	expect(pageOf(rows)).toMatchFile('docs/development/polling.md');
});
