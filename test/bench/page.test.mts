import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf } from '../../bench/report/chart.mts';
import { pageOf } from '../../bench/report/page.mts';
import type { Results } from '../../bench/report/results.mts';

const FOLDER = 'bench/results';

const latest = readdirSync(FOLDER).sort().at(-1) ?? '';
const results = JSON.parse(readFileSync(join(FOLDER, latest), 'utf8')) as Results;

test('the page of the benchmark shows the latest results', () => {
	expect(pageOf(results)).toMatchFile('docs/development/benchmark.md');
});

test('so does its chart', () => {
	expect(chartOf(results)).toMatchFile('docs/development/benchmark.svg');
});
