import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { OPTIONS, readCommandLine, usage } from '../../emulator/commandLine.mts';
import type { EmulatorOptions } from '../../emulator/index.mts';
import { QUIRK_NAMES, QUIRKS } from '../../emulator/settings/quirks.mts';
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
		[['--quirks', 'default'], WORST],
		[['--quirks', 'none'], []],
		[['--quirks', 'kind'], KIND],
		[
			['--quirks', 'stringCodes, octetStreams'],
			['octetStreams', 'stringCodes'],
		],
		[
			['--quirks', 'default,stringCodes'],
			[...WORST, 'stringCodes'],
		],
		[['--quirks=kind,bareModelIds'], [...KIND.slice(0, -1), 'bareModelIds', 'accessUrl']],
	])('%j switches on %j', (args, quirks) => {
		expect(quirksOf(...args)).toEqual(quirks);
	});

	it.each(QUIRK_NAMES)('%s can be the only one that is on', (name) => {
		expect(quirksOf('--quirks', name)).toEqual([name]);
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
		[['--nope'], "Unknown option '--nope'"],
		[['--nope=1'], "Unknown option '--nope'"],
		[['start'], "Unexpected argument 'start'"],
		[['--api-port'], '--api-port takes a number from 0 to 65535'],
		[['--api-port', '-1'], '--api-port takes a number from 0 to 65535'],
		[['--quirks', '--help'], /^--quirks takes the profiles and quirks /],
		[['--api-port', '70000'], '--api-port takes a number from 0 to 65535, not "70000"'],
		[['--meta-port', 'http'], '--meta-port takes a number from 0 to 65535, not "http"'],
		[['--storage-port', ''], '--storage-port takes a number from 0 to 65535, not ""'],
		[['--control-port=-1'], '--control-port takes a number from 0 to 65535, not "-1"'],
		[['--api-key', 'two words'], '--api-key takes a text without blanks, not "two words"'],
		[
			['--task-header-prefix', 'X: '],
			'--task-header-prefix takes the beginning of a header name, not "X: "',
		],
		[['--clock', 'fast'], /^--clock takes real, manual or a time like \S+, not "fast"/],
		[['--clock', '2026-01-14 10:53:35'], /^--clock takes .*, not "2026-01-14 10:53:35"/],
		[['--clock', '2026-99-14T10:53:35Z'], /^--clock takes .*, not "2026-99-14T10:53:35Z"/],
		[['--quirks', 'none,toString'], /^--quirks takes .*, not "none,toString"/],
		[['--quirks', ''], /^--quirks takes .*, not ""/],
	])('%j is rejected in one line', (args, words) => {
		const command = readCommandLine(args);
		const message = typeof words === 'string' ? `${words}. See --help.` : words;
		expect(command).toEqual({
			error: typeof message === 'string' ? message : expect.stringMatching(message),
		});
		expect((command as { error: string }).error).not.toContain('\n');
	});
});

describe('the usage', () => {
	it.each(['--help', '-h'])('is asked for by %s', (arg) => {
		expect(readCommandLine(['--quirks', 'none', arg])).toEqual({ help: true });
	});

	it.each(Object.entries(OPTIONS))('has --%s with its default', (name, option) => {
		const line = usage()
			.split('\n')
			.find((text) => text.startsWith(`  --${name} <`));
		expect(line).toContain(option.description);
		expect(line).toContain(`(default: ${option.default})`);
	});

	it.each(QUIRK_NAMES)('has %s with a description', (name) => {
		expect(usage()).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
		expect(usage()).toContain(QUIRKS[name].description);
	});

	it('lists the quirks that are on by default, and those that are on in the kind profile', () => {
		const inProfile = (profile: string) =>
			[...usage().matchAll(/^ {2}(\w+) .*$/gm)]
				.filter(([line]) => line.includes(` [${profile}]`))
				.map(([, name]) => name);
		expect(inProfile('default')).toEqual(WORST);
		expect(inProfile('kind')).toEqual(KIND);
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
	it('prints its usage, also where nothing is installed yet', () => {
		expect(ended('--help')).toEqual({ status: 0, stdout: usage(), stderr: '' });
		expect(usage()).toMatchFile('emulator/usage.txt');
	});

	it('fails with one line for an unknown option', () => {
		const stderr = "Unknown option '--nope'. See --help.\n";
		expect(ended('--nope')).toEqual({ status: 1, stdout: '', stderr });
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

	it('names the first of several ports that are in use', async () => {
		const { emulator } = await startVisit();
		const urls = [emulator.apiUrl, emulator.metaUrl, emulator.storageUrl, emulator.controlUrl];
		const [api = '', meta = '', storage = '', control = ''] = urls.map((url) => new URL(url).port);
		const answer = ended(
			...['--api-port', api, '--meta-port', meta],
			...['--storage-port', storage, '--control-port', control],
		);
		await emulator.close();
		expect(answer).toMatchObject({
			stderr: `Port ${api} is in use. Choose another one with --api-port.\n`,
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
	expect(readCommandLine(['--callback-origins', 'http://a/b'])).toHaveProperty('error');
});
