import { QUEUE_FILE, troublesOf, type QueueResults } from '../../bench/queue/results.mts';
import { readSaved } from '../../bench/report/save.mts';
import { composed, documented } from '../readme/balancers.mts';

const queue = readSaved<QueueResults>(QUEUE_FILE);

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
