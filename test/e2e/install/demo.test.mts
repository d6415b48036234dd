import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { EXAMPLES } from '../../../scripts/stage/examples.mts';
import type { Access } from '../../../scripts/demo/access.mts';
import type { Summary } from '../../../scripts/demo/runOnce.mts';
import { runWorkflow, waitForExecution } from '../../../scripts/n8n/executions.mts';
import { signIn as signInByRest } from '../../../scripts/n8n/owner.mts';
import { hasEnded } from '../../../scripts/n8n/process.mts';
import { createRest, type Rest } from '../../../scripts/n8n/rest.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import { findWorkflow, readWorkflow } from '../../../scripts/n8n/workflows.mts';
import { example } from '../../readme/readme.mts';
import { openChromium } from '../stage/chromium.mts';
import { outcomesOfForeignPage } from '../stage/foreignPage.mts';
import { nodePanel } from '../stage/nodePanel.mts';
import { projectFolder } from '../stage/testStage.mts';

const START_TIMEOUT_MS = 180_000;

let folder: string;
let demo: ChildProcess;
let printed = '';
/** What --apps prints. */
let details = '';
let browser: Browser;

/** The sources as a clone has them: without a build, and without data of an earlier demo. */
function copySources(): string {
	const copy = mkdtempSync(join(tmpdir(), 'ai-app-demo-'));
	// PostgreSQL has another user where root runs it.
	chmodSync(copy, 0o711);
	const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
		cwd: projectFolder,
		encoding: 'utf8',
	});
	for (const file of files.trim().split('\n')) {
		if (!existsSync(join(projectFolder, file))) continue;
		mkdirSync(join(copy, dirname(file)), { recursive: true });
		copyFileSync(join(projectFolder, file), join(copy, file));
	}
	for (const modules of ['node_modules', 'n8n/node_modules']) {
		symlinkSync(join(projectFolder, modules), join(copy, modules), 'dir');
	}
	return copy;
}

const command = () => example('demo').trim().split('\n').at(-1) ?? '';
const lineAfter = (words: string) =>
	new RegExp(`^${words} +(.+)$`, 'm').exec(`${details}\n${printed}`)?.[1] ?? '';

beforeAll(async () => {
	folder = copySources();
	demo = spawn('bash', ['-c', command()], { cwd: folder, detached: true });
	demo.stdout?.on('data', (text) => (printed += text));
	demo.stderr?.on('data', (text) => (printed += text));
	const isSettled = async () => /^Password/m.test(printed) || hasEnded(demo) || undefined;
	await waitUntil('the demo to be ready', isSettled, { timeoutMs: START_TIMEOUT_MS });
	const apps = ['run', '--silent', 'demo', '--', '--apps'];
	details = spawnSync('npm', apps, { cwd: folder, encoding: 'utf8' }).stdout;
	browser = await openChromium();
});

afterAll(async () => {
	await browser?.close();
	if (demo && !hasEnded(demo)) process.kill(-(demo.pid ?? 0), 'SIGKILL');
	rmSync(folder, { recursive: true, force: true });
});

test('the demo starts, and ends with where to begin, on a screen of 24 lines', () => {
	expect(printed).toMatch(/^Building the package \.\.\.$/m);
	expect(printed).not.toMatch(/gulp|\[\d\d:\d\d:\d\d\]|^ +at /m);
	expect(printed).toMatch(
		/\n\nStart here +http:\/\/127\.0\.0\.1:\d+\/workflow\/\w+\nEmail .+\nPassword .+\n+$/,
	);
	expect(printed.trim().split('\n').length).toBeLessThan(24);
});

test('--apps says what each example needs, the apps, and the credential', () => {
	const examples = details.split('All examples\n')[1]?.split('\n\n')[0] ?? '';
	expect(examples).toMatch(/^ {2}Generate an image from text\n/);
	expect(examples).toContain('AI agent that generates images (it needs a chat model)');
	expect(examples).toContain('(not published: it needs a mail account)');
	expect(details).toContain('  sample-painter/text-to-image  {"prompt":"a red kite"}\n');
	expect(details).toContain('  sample-writer/text-to-text  {"user_prompt":"a red kite"}\n');
	const login = String.raw`Its login isn't n8n's: user demo, password \S+\n {2}http`;
	expect(details.match(new RegExp(`^The form of ".+"\\. ${login}`, 'gm'))).toHaveLength(4);
	expect(details).toMatch(new RegExp(`^The page of ".+"\\. ${login}`, 'm'));
	expect(details.match(/^ {2}curl -H/gm)).toHaveLength(1);
	expect(details).toMatch(/^ {2}curl -H 'X-Key: \S+' -F photo=@photo\.png -o picture\.png http/m);
	expect(details).toMatch(/^Sign in to n8n at http.*\n +Email +\S+@\S+\n +Password +\S+\n/);
	expect(lineAfter('  API Key')).toMatch(/^sk-/);
	expect(lineAfter('  Metadata URL')).toMatch(/^http:/);
});

test('the first link leads to an example that creates its picture', async () => {
	const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

	await signIn(page, lineAfter('Start here'));
	await page.getByTestId('execute-workflow-button').click();
	await page.getByText('Workflow executed successfully').waitFor();
	await page.locator('[data-node-name="Generate Image"]').first().dblclick();
	await page.getByTestId('ndv').waitFor();
	const picture = await nodePanel(page).viewPicture();
	await page.close();

	expect(picture).toEqual({ width: 512, height: 384 });
});

test("n8n lists the examples in the README's order: the latest first", async () => {
	const listed = [...details.matchAll(/^ {2}(\S.*?)(?: \(.*)?\n {4}http/gm)].map(
		([, name]) => name,
	);
	expect(listed).toHaveLength(EXAMPLES.length);
	const rest = await restOfOwner();

	type Stored = { readonly name: string; readonly updatedAt: string };
	const all = await rest.call<readonly Stored[]>('GET', '/rest/workflows');

	const latest = all.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
	expect(latest.map(({ name }) => name.split(' (')[0])).toEqual(listed);
});

test('a page of another origin reads nothing of the demo, and runs nothing', async () => {
	const n8nUrl = new URL(lineAfter('Start here')).origin;
	const control = lineAfter("The service's requests, tasks and faults:").replace('/state', '');
	const tasks = async () => {
		const state = await (await fetch(`${control}/state`)).json();
		return (state as { readonly tasks: number }).tasks;
	};
	const json = { 'content-type': 'application/json' };
	const post = (url: string, body: object, headers: Readonly<Record<string, string>> = json) => {
		return { url, method: 'POST', headers, body: JSON.stringify(body) };
	};
	const key = { authorization: `Bearer ${lineAfter('  API Key')}` };
	const before = await tasks();
	const login = { emailOrLdapLoginId: 'demo@example.com', password: 'Demo-pass-1' };
	const create = { web_app_id: 54663, input_values: {} };

	const outcomes = await outcomesOfForeignPage([
		{ url: `${control}/state` },
		post(`${control}/reset`, {}, {}),
		post(`${lineAfter('  Base URL')}/v1/webapp/task/openapi/create`, create, { ...json, ...key }),
		{ url: `${lineAfter('  Metadata URL')}/v1/webapp/54663/detail`, headers: key },
		post(`${n8nUrl}/rest/login`, login),
		{ url: `${n8nUrl}/rest/workflows` },
		post(`${n8nUrl}/webhook/edit-a-photo-through-a-webhook`, {}, { 'x-key': 'key-of-the-demo' }),
	]);

	expect(outcomes).toHaveLength(28);
	expect(outcomes.filter(({ read }) => read)).toEqual([]);
	expect(await tasks()).toBe(before);
	expect(before).toBeGreaterThan(0);
});

test('the work queue has a PostgreSQL, whose table it creates', async () => {
	const rest = await restOfOwner();
	const create = await findWorkflow(rest, 'Work through a queue in PostgreSQL (1 of 2: create)');
	if (create === undefined) throw new Error('The demo has no such example.');
	expect(create.active).toBe(false);

	const id = await runWorkflow(rest, await readWorkflow(rest, create.id));

	const { error, status } = await waitForExecution(rest, id, 60_000);
	expect({ error, status }).toEqual({ error: undefined, status: 'success' });
});

test('the passwords and keys of the demo are its own, and stay for its next start', () => {
	const { password } = accessIn('editor').owner;

	expect(lineAfter('Password')).toBe(password);
	expect(password).toMatch(/^Demo-1-[\da-f]{32}$/);
	expect(printed + details).not.toMatch(/Demo-pass-1|key-of-the-demo|sk-emulator/);
	expect(statSync(join(folder, '.demo', 'editor', 'access.json')).mode & 0o777).toBe(0o600);
});

test('a second demo is refused and leaves the build of the first one alone', () => {
	rmSync(join(folder, 'dist'), { recursive: true });

	const second = spawnSync('bash', ['-c', command()], { cwd: folder, encoding: 'utf8' });

	const url = new URL(lineAfter('Start here')).origin;
	expect(second.stderr).toContain(`A demo is running already, at ${url}. Stop it first.`);
	expect(second.status).toBe(1);
	expect(existsSync(join(folder, 'dist'))).toBe(false);
});

test('Ctrl-C ends n8n and the emulator', async () => {
	const urls = [new URL(lineAfter('Start here')).origin, lineAfter('  Base URL')];
	const ended = once(demo, 'exit');

	process.kill(-(demo.pid ?? 0), 'SIGINT');
	await ended;

	const answers = await Promise.allSettled(urls.map((url) => fetch(url)));
	expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('without the editor it prints one line of JSON with the path of each file', () => {
	const { stdout } = spawnSync('npm', ['run', '--silent', 'demo', '--', '--once'], {
		cwd: folder,
		encoding: 'utf8',
	});

	const summary = JSON.parse(stdout) as Summary;
	expect(summary.status).toBe('success');
	const [{ files = [] } = {}] = summary.items;
	expect(files.map(({ path, bytes }) => [existsSync(path), bytes > 1_000])).toEqual([[true, true]]);
	expect(accessIn('headless').apiKey).not.toBe(accessIn('editor').apiKey);
	expect(files[0]?.path.startsWith(join(folder, '.demo', 'output'))).toBe(true);
});

function accessIn(kind: 'editor' | 'headless'): Access {
	return JSON.parse(readFileSync(join(folder, '.demo', kind, 'access.json'), 'utf8')) as Access;
}

async function restOfOwner(): Promise<Rest> {
	const rest = createRest(new URL(lineAfter('Start here')).origin);
	await signInByRest(rest, accessIn('editor').owner);
	return rest;
}

async function signIn(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await page.locator('input[name="emailOrLdapLoginId"]').fill(lineAfter('Email'));
	await page.locator('input[name="password"]').fill(lineAfter('Password'));
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByTestId('canvas-node').first().waitFor();
}
