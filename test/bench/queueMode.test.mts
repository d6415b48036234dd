import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { GUIDE, withFigures } from '../../bench/queue/guide.mts';
import { queuePageOf } from '../../bench/queue/page.mts';
import { RESULTS_FILE, troublesOf, type QueueResults } from '../../bench/queue/results.mts';
import { latestBenchmark } from '../../bench/report/results.mts';
import { example } from '../readme/readme.mts';
import { haproxyConfig } from '../../scripts/n8n/queue/haproxyConfig.mts';

const results = JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as QueueResults;
const guide = readFileSync(GUIDE, 'utf8');
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
	readonly configs: Readonly<Record<string, { readonly content: string }>>;
};

const documented = haproxyConfig(
	{ bind: ':5678', main: 'main:5678', webhooks: ['webhook-1:5678', 'webhook-2:5678'] },
	'path',
);
const composed = compose.configs['balancer']?.content ?? '';

test('the page of queue mode shows its results', () => {
	expect(queuePageOf(results)).toMatchFile('docs/development/queue-mode.md');
});

test('the guide to scaling shows them and the latest benchmark', async () => {
	expect(withFigures(guide, results, await latestBenchmark('.'))).toMatchFile(GUIDE);
});

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

const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((path) => existsSync(path));

describe.each([
	['the guide', documented.replaceAll(/(main|webhook-\d)(?=:5678)/g, '127.0.0.1')],
	['compose.yaml', composed],
])('the configuration in %s', (_, configuration) => {
	// Where HAProxy isn't installed, its lines are compared only.
	(haproxy ? it : it.skip)('is valid for HAProxy', () => {
		const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
		try {
			const file = join(folder, 'haproxy.cfg');
			writeFileSync(file, configuration);

			expect(() =>
				execFileSync(haproxy ?? '', ['-c', '-f', file], { stdio: 'pipe' }),
			).not.toThrow();
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

function lineOf(text: string, part: string): string {
	return (
		text
			.split('\n')
			.find((line) => line.includes(part))
			?.trim() ?? part
	);
}
