import type { Fault } from '../../../emulator/index.mts';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import {
	executionIds,
	waitForExecution,
	type Execution,
} from '../../../scripts/n8n/executions.mts';
import { waitUntil } from '../../../scripts/n8n/waitUntil.mts';
import {
	activateWorkflow,
	createWorkflow,
	webhookUrl,
	type StoredWorkflow,
	type Workflow,
} from '../../../scripts/n8n/workflows.mts';
import { readExample } from '../../../scripts/stage/examples.mts';
import { asFormFile, drawPhoto } from '../stage/photos.mts';
import { startQuotingStorage } from '../stage/quotingStorage.mts';
import { createSecretSearch, secretsOf } from '../../secrets/secretSearch.mts';
import { openTestStage, projectFolder, QUICK_TASKS, type TestStage } from '../stage/testStage.mts';
import { postFiles, type WebhookAnswer } from '../stage/webhookCalls.mts';

const PHOTO = drawPhoto(60, 40);

/** What goes wrong, and the message of the failed execution: each uses a different error path. */
const FAILURES: ReadonlyArray<readonly [string, Fault, RegExp]> = [
	[
		'upload credentials refused',
		{ on: 'token', effect: { type: 'answer', status: 401, body: { code: '20054' } } },
		/didn't accept the API key/,
	],
	[
		'upload credentials broken off',
		{ on: 'token', times: Infinity, effect: { type: 'truncate' } },
		/Couldn't upload photo\.png/,
	],
	[
		'connection lost during the upload',
		{ on: 'put', times: Infinity, effect: { type: 'reset', when: 'before' } },
		/the storage didn't respond/,
	],
	[
		'commit refused',
		{ on: 'commit', effect: { type: 'answer', status: 400, body: { message: 'no room' } } },
		/no room/,
	],
	[
		'unconfirmed create',
		{ on: 'create', effect: { type: 'reset', when: 'after' } },
		/didn't confirm whether the task was created/,
	],
	[
		'picture forbidden',
		{ on: 'download', times: Infinity, effect: { type: 'html', status: 403 } },
		/HTTP 403/,
	],
];

let stage: TestStage;
let workflow: StoredWorkflow;
const answers: WebhookAnswer[] = [];

beforeAll(async () => {
	stage = await openTestStage(QUICK_TASKS);
	const example = await readExample(stage, projectFolder, 'edit-a-photo-through-a-webhook.json');
	workflow = await createWorkflow(stage.rest, withoutErrorOutput(example));
	await activateWorkflow(stage.rest, workflow);
});

afterAll(() => stage?.close());

/** n8n stores more of an error when it ends the execution. */
function withoutErrorOutput(example: Workflow): Workflow {
	const nodes = example.nodes.map((node) => ({ ...node, onError: 'stopWorkflow' as const }));
	// Another file stores the example under its own name.
	return { ...example, name: 'A photo and its secrets', nodes };
}

/** Sends the photo and returns the execution that it has started, after it is finished. */
async function run(): Promise<Execution> {
	const url = webhookUrl(stage.n8n.url, workflow) ?? '';
	const before = await executionIds(stage.rest, workflow);
	answers.push(await postFiles(url, [await asFormFile(PHOTO, 'image/png')]));
	// n8n may answer before it lists the execution.
	const id = await waitUntil(
		'the execution',
		async () => (await executionIds(stage.rest, workflow)).find((each) => !before.includes(each)),
		{ timeoutMs: 30_000 },
	);
	return waitForExecution(stage.rest, id, 60_000);
}

test('an execution that succeeds', async () => {
	expect(await run()).toMatchObject({ status: 'success' });
});

test.each(FAILURES)('an execution that fails: %s', async (_, fault, message) => {
	stage.emulator.addFault(fault);
	const execution = await run();
	stage.emulator.clearFaults();

	expect(execution).toMatchObject({
		status: 'error',
		error: { message: expect.stringMatching(message) },
	});
});

test('an execution that fails: a storage that quotes the request', async () => {
	const { credentialDraft, emulator, rest } = stage;
	const storage = await startQuotingStorage();
	emulator.setUpStorage({ endpoint: storage.url });
	const data = { ...credentialDraft.data, storageUrl: storage.url };
	await saveCredential(rest, { ...credentialDraft, data });

	const execution = await run();
	await storage.close();

	expect(storage.refusals()).toBe(2);
	expect(execution).toMatchObject({
		status: 'error',
		error: { message: expect.stringContaining('SignatureDoesNotMatch') },
	});
});

describe('after these executions', () => {
	async function storedExecutions(): Promise<readonly Buffer[]> {
		const ids = await executionIds(stage.rest, workflow);
		return Promise.all(ids.map((id) => stage.rest.bytes(`/rest/executions/${id}`)));
	}

	test('the search covers everything that n8n stores: it finds a request ID everywhere', async () => {
		const value = stage.emulator.tasks()[0]?.requestId ?? '';
		const search = createSecretSearch([{ name: 'request ID', value }]);

		const places = (await search.inFolder(stage.userFolder)).map(({ place }) => place);

		expect(places).toEqual(
			expect.arrayContaining(['n8n.log', expect.stringContaining('database.sqlite')]),
		);
		const stored = await storedExecutions();
		expect(stored).toHaveLength(FAILURES.length + 2);
		expect(stored.flatMap((data) => search.in('execution', data))).not.toEqual([]);
	});

	test('executions, log, database, files and responses contain no secret', async () => {
		const secrets = secretsOf(stage);
		expect(secrets.length).toBeGreaterThan(3 * FAILURES.length);
		const search = createSecretSearch(secrets);

		const findings = [
			...(await storedExecutions()).flatMap((data) => search.in('execution', data)),
			...answers.flatMap(({ body }) => search.in('answer', body)),
			...(await search.inFolder(stage.userFolder)),
		];

		expect(findings).toEqual([]);
	});

	test('the API key was sent only to the hosts of the credential', () => {
		const { emulator } = stage;
		const search = createSecretSearch([{ name: 'API key', value: emulator.apiKey }]);
		const atStorage = emulator.requests().filter(({ host }) => host === 'storage');
		expect(atStorage.length).toBeGreaterThan(FAILURES.length);
		expect(search.in('storage', JSON.stringify(atStorage))).toEqual([]);
	});

	test('closing a stage fails if a secret was found', async () => {
		const another = await openTestStage();
		another.guard('made up', 'never-in-a-response');
		another.keep('an answer', 'It quotes never-in-a-response.');

		await expect(another.close()).rejects.toThrow(/"made up".*an answer/s);
	});
});
