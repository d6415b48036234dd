import { readQueueResults, troublesOf } from '../../bench/queue/results.mts';
import { example } from '../readme/readme.mts';
import { composed, documented } from '../readme/balancers.mts';

const results = readQueueResults();

test('a fleet that is set up as the guide says lost nothing and paid nothing twice', () => {
	expect(troublesOf(results)).toEqual([]);
});

test('a fleet that did is found', () => {
	const callbacks = results.callbacks.runs.map((run) => ({ ...run, doublePayments: 1 }));

	expect(troublesOf({ callbacks: { ...results.callbacks, runs: callbacks } })).toContain(
		'callbacks by path: paid twice: 1',
	);
});

test('the guide configures HAProxy as it was measured', () => {
	expect(example('haproxy')).toBe(documented);
});

test('compose.yaml balances callbacks as it was measured', () => {
	const lines = ['balance uri path-only', 'hash-type consistent', 'default_backend webhooks'];
	for (const line of lines) expect(composed).toContain(line);
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
