import { readFileSync } from 'node:fs';
import { chartOf } from '../../bench/report/chart.mts';
import { pageOf } from '../../bench/report/page.mts';
import type { Results } from '../../bench/report/results.mts';

const results = JSON.parse(readFileSync('bench/results.json', 'utf8')) as Results;

test('the page of the benchmark shows its results', () => {
	expect(pageOf(results)).toMatchFile('docs/development/benchmark.md');
});

test('so does its chart', () => {
	expect(chartOf(results)).toMatchFile('docs/development/benchmark.svg');
});
