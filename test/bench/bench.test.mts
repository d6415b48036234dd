import { readFileSync } from 'node:fs';
import { QUEUE_FILE, troublesOf, type QueueResults } from '../../bench/queue/results.mts';
import { withComparison } from '../../bench/report/guides.mts';
import { measuredPage, type AllResults } from '../../bench/report/measured.mts';
import { readResults } from '../../bench/report/results.mts';
import { readSaved } from '../../bench/report/save.mts';
import { composed, documented } from '../readme/balancers.mts';

const COMPARISON = 'docs/guides/why-this-node.md';

const benchmark = readResults();

const queue = readSaved<QueueResults>(QUEUE_FILE);

test('the page of all measurements shows their results', () => {
	const files = ['work-queue', 'soak', 'fuzz', 'random-days'];
	const [workQueue, soak, fuzz, days] = files.map(saved);
	const results = { benchmark, queue, workQueue, soak, fuzz, days } as AllResults;

	expect(measuredPage(results)).toMatchFile('docs/development/measured.md');
});

test('the comparison with other nodes shows them', () => {
	const page = readFileSync(COMPARISON, 'utf8');

	expect(withComparison(page, benchmark.figures)).toMatchFile(COMPARISON);
});

function saved(name: string): unknown {
	return readSaved(`docs/development/results/${name}.json`);
}

test('a fleet that is set up as the guide says lost nothing and paid nothing twice', () => {
	expect(troublesOf(queue)).toEqual([]);
});

test('compose.yaml and the guide send all callbacks of an execution to one process', () => {
	for (const line of ['balance uri path-only', 'hash-type consistent'])
		for (const file of [composed, documented]) expect(file).toContain(line);
	expect(composed).toContain('default_backend webhooks');
	expect(composed).toContain(lineOf(documented, 'use_backend callbacks'));
});

function lineOf(text: string, part: string): string {
	return (
		text
			.split('\n')
			.find((line) => line.includes(part))
			?.trim() ?? part
	);
}
