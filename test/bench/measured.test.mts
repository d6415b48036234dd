import { readFileSync } from 'node:fs';
import { readQueueResults } from '../../bench/queue/results.mts';
import { withComparison } from '../../bench/report/guides.mts';
import { measuredPage, type AllResults } from '../../bench/report/measured.mts';
import { readResults } from '../../bench/report/results.mts';

const COMPARISON = 'docs/guides/why-this-node.md';

const benchmark = readResults();
const queue = readQueueResults();

test('the page of all measurements shows their results', () => {
	const [soak, fuzz, days] = ['soak', 'fuzz', 'random-days'].map(saved);
	const results = { benchmark, queue, soak, fuzz, days } as AllResults;

	expect(measuredPage(results)).toMatchFile('docs/development/measured.md');
});

test('the comparison with other nodes shows them', () => {
	const page = readFileSync(COMPARISON, 'utf8');

	expect(withComparison(page, benchmark.figures)).toMatchFile(COMPARISON);
});

function saved(name: string): unknown {
	return JSON.parse(readFileSync(`docs/development/results/${name}.json`, 'utf8'));
}
