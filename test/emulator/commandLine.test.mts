import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readCommandLine, usage } from '../../emulator/commandLine.mts';
import type { EmulatorOptions } from '../../emulator/index.mts';
import { PROMPT, startVisit, TASKS } from './visit.mts';

function started(...args: string[]): EmulatorOptions {
	const command = readCommandLine(args);
	if (!('start' in command)) throw new Error(JSON.stringify(command));
	return command.start;
}

/** The quirks that a list switches on. */
function quirksOf(...args: string[]): string[] {
	const quirks = Object.entries(started(...args).quirks ?? {});
	return quirks.filter(([, isOn]) => isOn).map(([name]) => name);
}

const WORST = [
	'lateRecords',
	'noEndedAt',
	'noRequestId',
	'noInferenceSeconds',
	'noAuditStatus',
	'sparseRecords',
	'midnightExpiry',
	'looseForms',
	'looseRequests',
	'flatResults',
	'extraFields',
	'octetStreams',
	'giftWallet',
	'noStoppedSeconds',
];
const KIND = ['looseRequests', 'flatResults', 'extraFields', 'accessUrl'];

describe('the command line', () => {
	it('has a default for everything', () => {
		expect(started()).toMatchObject({
			ports: { api: 8787, meta: 8788, storage: 8789, control: 8790 },
			apiKey: expect.stringMatching(/^sk-.{45}$/),
			taskHeaderPrefix: 'X-Service-Task-',
		});
	});

	it.each([
		[[], WORST],
		[['--quirks', 'none'], []],
		[['--quirks', 'kind'], KIND],
		[
			['--quirks', 'accessUrl, octetStreams'],
			['octetStreams', 'accessUrl'],
		],
		[['--quirks=kind,giftWallet'], [...KIND.slice(0, -1), 'giftWallet', 'accessUrl']],
	])('%j switches on %j', (args, quirks) => {
		expect(quirksOf(...args)).toEqual(quirks);
	});

	it('accepts a stopped clock, at a given time or now', () => {
		const instant = Date.UTC(2026, 0, 14, 2, 53, 35);
		expect(started('--clock', '2026-01-14T10:53:35+08:00').clock?.now()).toBe(instant);
		const before = Date.now();
		const { clock } = started('--clock', 'manual');
		expect(clock?.now()).toBeGreaterThanOrEqual(before);
		expect(clock).toHaveProperty('advanceTo');
		expect(started().clock).not.toHaveProperty('advanceTo');
	});

	it.each([
		[['--nope=1'], /^Unknown option '--nope'/],
		[['--api-port', '-1'], /^--api-port takes /],
		[['--quirks', '--help'], /^--quirks takes /],
		[['--meta-port', '70000'], /^--meta-port takes .*, not "70000"/],
		[['--api-key', 'two words'], /^--api-key takes .*, not "two words"/],
		[['--clock', '2026-01-14 10:53:35'], /^--clock takes .*, not "2026-01-14 10:53:35"/],
		[['--clock', '2026-99-14T10:53:35Z'], /^--clock takes .*, not "2026-99-14T10:53:35Z"/],
		[['--quirks', 'none,toString'], /^--quirks takes .*, not "none,toString"/],
		[['--callback-origins', 'http://a/b'], /^--callback-origins takes /],
	])('%j is rejected in one line', (args, words) => {
		const { error } = readCommandLine(args) as { error: string };
		expect(error).toMatch(words);
		expect(error).not.toContain('\n');
	});
});

const COMMAND = ['--import', 'tsx', 'emulator/cli.mts'];
const FREE_PORTS = ['api', 'meta', 'storage', 'control'].flatMap((host) => [`--${host}-port`, '0']);

function ended(...args: string[]): object {
	const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND, ...args], {
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

/** What the emulator prints before it waits for requests, by the words in front. */
async function announced({ stdout }: ChildProcess): Promise<Readonly<Record<string, string>>> {
	const printed: Record<string, string> = {};
	for await (const line of createInterface({ input: stdout! })) {
		const [, name, value] = /^(\S.*?) {2,}(.+)$/.exec(line) ?? [];
		if (name === undefined) break;
		printed[name] = value!;
	}
	return printed;
}

describe('the command', () => {
	it('has a page of its usage', () => {
		expect(readCommandLine(['--help'])).toEqual({ help: true });
		expect(usage()).toMatchFile('emulator/usage.txt');
	});

	it('fails with one line if the port is in use', async () => {
		const { emulator } = await startVisit();
		const { port } = new URL(emulator.controlUrl);
		const answer = ended(...FREE_PORTS, '--control-port', port);
		await emulator.close();
		expect(answer).toEqual({
			status: 1,
			stdout: '',
			stderr: `Port ${port} is in use. Choose another one with --control-port.\n`,
		});
	});

	it('starts a service without quirks, with a different prefix and key, and a stopped clock', async () => {
		const time = '2026-01-14T10:53:35+08:00';
		const settings = ['--quirks', 'none', '--clock', time, '--api-key', 'sk-mine'];
		const prefix = ['--task-header-prefix', 'X-Acme-Task-'];
		const child = spawn(process.execPath, [...COMMAND, ...FREE_PORTS, ...settings, ...prefix]);
		const printed = await announced(child);
		const tasks = `${printed['Base URL']}${TASKS}`;
		const headers = { Authorization: 'Bearer sk-mine', 'Content-Type': 'application/json' };
		const created = await fetch(`${tasks}/create`, {
			method: 'POST',
			headers: { ...headers, 'X-Acme-Task-Async': 'enable' },
			body: JSON.stringify({ web_app_id: 54663, input_values: PROMPT }),
		});
		const { request_id: id } = (await created.json()) as { request_id: string };
		const found = await fetch(`${tasks}/${id}`, { headers });
		const advance = printed['Control URL']!.replace('state', 'advance');
		const body = JSON.stringify({ ms: 3000 });
		const advanced = await fetch(advance, { method: 'POST', headers, body });
		const finished = await (await fetch(`${tasks}/${id}`, { headers })).json();
		child.kill();
		await once(child, 'close');
		expect([created.status, found.status]).toEqual([202, 200]);
		expect(printed).toMatchObject({ 'API Key': 'sk-mine', Quirks: 'none' });
		expect(await advanced.json()).toEqual({ now: Date.parse(time) + 3000 });
		expect(finished).toMatchObject({
			data: { request_id: id, status: 'Success', ended_at: '2026-01-14 10:53:38' },
		});
	});
});

it('callbacks go to the n8n of this machine, to named origins, or anywhere', () => {
	const n8n = ['http://127.0.0.1:5678', 'http://localhost:5678'];
	const named = 'https://n8n.example.com, http://127.0.0.1:99';

	expect(started().callbackOrigins).toEqual(n8n);
	expect(started('--callback-origins', named).callbackOrigins).toEqual(named.split(', '));
	expect(started('--callback-origins', 'any').callbackOrigins).toBeUndefined();
});
