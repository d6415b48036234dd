import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { usage } from '../../emulator/commandLine.mts';
import { PROMPT, startVisit, TASKS } from './visit.mts';

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
			stderr: `Port ${port} is in use. Choose another one with an option such as --api-port.\n`,
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
