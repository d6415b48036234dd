import { type ICredentialDataDecryptedObject, NodeHelpers } from 'n8n-workflow';
import { AiAppApi } from '../../../credentials/AiAppApi.credentials';
import { settingsOf } from '../../../nodes/AiApp/transport/credential';
import { handedOver } from '../instance.mts';
import { photo } from '../photo.mts';
import { PROMPT, runForm, useService } from '../service.mts';
import { createTask, post, TOKEN, useTriggers } from '../trigger/triggerCalls.mts';

const service = useService();
const parameters = runForm({ [PROMPT]: 'a cat' });

/** The user's credential, which counts how often it is read, and its key at each of them. */
function countedCredential(keyAt: (reading: number) => string) {
	let readings = 0;
	const credential = {
		...service.credential,
		get apiKey() {
			readings += 1;
			return keyAt(readings);
		},
	} as ICredentialDataDecryptedObject;
	return { credential, readings: () => readings };
}

it('a try of the node reads the credential once', async () => {
	const { credential, readings } = countedCredential(() => service.emulator.apiKey);
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 30_000 });
	const items = Array.from({ length: 5 }, () => ({ json: {} }));

	const { error } = await service.run({ parameters, items, credential });

	expect(error).toBeUndefined();
	expect(service.emulator.requests().length).toBeGreaterThan(10);
	expect(readings()).toBe(1);
});

it('the next try reads it again', async () => {
	const { credential } = countedCredential((reading) =>
		reading === 1 ? 'sk-the-one-before' : service.emulator.apiKey,
	);

	const settings = { retryOnFail: true, maxTries: 2 };
	const { error } = await service.run({ parameters, credential, settings });

	expect(error).toBeUndefined();
});

it.each([
	['key', { apiKey: 'sk-of-another-account' }],
	['Base URL', { apiKey: 'sk-of-another-service', baseUrl: 'https://other.example.com' }],
])('a try keeps the credential whose %s changes while it waits', async (_, change) => {
	const credential = { ...service.credential };
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 30_000 });
	const run = service.run({ parameters, credential });
	service.time.after(10_000, () => Object.assign(credential, change));

	expect((await run).error).toBeUndefined();
	const sent = service.emulator.requests().map(({ headers }) => headers['authorization']);
	const keys = new Set(sent.filter((value) => value !== undefined));
	expect(keys).toEqual(new Set([`Bearer ${service.emulator.apiKey}`]));
});

it('a key that was pasted with spaces around it is sent without them', async () => {
	const { credential } = countedCredential(() => ` ${service.emulator.apiKey}\n`);

	const { error } = await service.run({ parameters, credential });

	expect(error).toBeUndefined();
});

const listen = useTriggers(service);

const CUSTOM = {
	callbackTokenUrls: 'https://receiver.example.com/hooks',
	reachesPrivateUrls: true,
	storageUrl: 'https://files.example.com',
	storageType: 's3',
	uploadFileType: 'inputs_kept',
	taskHeaderPrefix: 'X-Acme-Task-',
};
const STANDARD = {
	callbackTokenUrls: '',
	reachesPrivateUrls: false,
	storageUrl: '',
	storageType: 'ossV4',
	uploadFileType: 'inputs_temp',
	taskHeaderPrefix: '',
};

describe('the settings of a credential', () => {
	it.each([
		['off, with values that were stored before', { ...CUSTOM, moreSettings: false }, STANDARD],
		['never saved, with values that were stored before', CUSTOM, STANDARD],
		['on', { ...CUSTOM, moreSettings: true }, CUSTOM],
		['on, by an expression', { ...CUSTOM, moreSettings: 'true' }, CUSTOM],
		['off, by an expression', { ...CUSTOM, moreSettings: 'false' }, STANDARD],
		['on, and nothing is filled in', { moreSettings: true }, STANDARD],
		[
			'on, and everything is emptied',
			{ ...STANDARD, storageType: '', uploadFileType: ' ', moreSettings: true },
			STANDARD,
		],
	])('More Settings is %s', (_, stored, expected) => {
		expect(settingsOf({ ...stored, apiKey: 'sk-1', baseUrl: 'https://a.example' })).toEqual({
			apiKey: 'sk-1',
			baseUrl: 'https://a.example',
			metadataUrl: '',
			callbackToken: undefined,
			savedApps: '',
			maxTasksAtATime: undefined,
			maxTasksPerHour: undefined,
			...expected,
		});
	});

	it('protect also while the switch is off: n8n hands over only what the panel shows', () => {
		const limits = { callbackToken: TOKEN, maxTasksAtATime: 3, maxTasksPerHour: 9 };
		const stored = { ...limits, moreSettings: false };

		expect(settingsOf(handedOver(stored))).toMatchObject(limits);
	});

	it('have the default values of the panel', () => {
		const presets = new AiAppApi().properties
			.filter(({ displayOptions }) => displayOptions?.show?.['moreSettings'])
			.map(({ name, default: preset }) => [name, preset]);

		expect(Object.fromEntries(presets)).toEqual({
			...STANDARD,
			taskHeaderPrefix: 'X-Service-Task-',
		});
	});
});

/**
 * The settings of a create and an upload: the task header, the type of the file, the kind of
 * signature.
 */
async function runWith(changed: object) {
	const { credential, emulator } = service;
	await service.run({
		parameters: runForm({ '18:LoadImage.image': 'data' }, {}, 56258),
		items: [{ json: {}, binary: { data: await photo(service) } }],
		credential: { ...credential, ...CUSTOM, storageUrl: emulator.storageUrl, ...changed },
	});
	const token = emulator.requests().find(({ operation }) => operation === 'token');
	const put = emulator.requests().find(({ operation }) => operation === 'put');
	return {
		fileType: new URL(`http://host${token?.path}`).searchParams.get('file_type'),
		signedAs: String(put?.headers['authorization']).split(' ')[0],
	};
}

/** The names of the headers that request a response at once. */
async function headersOf(moreSettings: boolean) {
	const credential = { ...service.credential, ...CUSTOM, moreSettings };
	await service.run({ parameters: runForm({}), credential });
	const create = service.emulator.requests().find(({ operation }) => operation === 'create');
	return Object.keys(create?.headers ?? {}).filter((name) => name.endsWith('-async'));
}

it.each([
	[true, 'x-acme-task-async'],
	[false, 'x-service-task-async'],
])('tasks are created with the prefix if the switch is %s: %s', async (on, header) => {
	expect(await headersOf(on)).toEqual([header]);
});

it('uploads use the settings if the switch is on', async () => {
	const expected = { fileType: 'inputs_kept', signedAs: 'AWS4-HMAC-SHA256' };

	expect(await runWith({ moreSettings: true })).toEqual(expected);
});

it.each([
	[true, 'x-acme-task-authorization', 200],
	[false, 'x-acme-task-authorization', 401],
	[false, 'x-service-task-authorization', 200],
])('the trigger uses the prefix if the switch is %s: %s', async (on, header, status) => {
	const { taskHeaderPrefix } = CUSTOM;
	const settings = { callbackToken: TOKEN, taskHeaderPrefix, moreSettings: on };
	const host = await listen({}, settings);
	const body = { request_id: await createTask(service) };
	const answer = await post(host, body, { [header]: `Bearer ${TOKEN}` });

	expect(answer).toMatchObject({ status });
});

it.each([
	['Base URL', { baseUrl: 'http://api.example' }, ['plainHttpNotice']],
	['Metadata URL', { metadataUrl: 'http://meta.example' }, ['plainMetadataHttpNotice']],
	['Base URL in capitals', { baseUrl: 'HTTP://api.example' }, ['plainHttpNotice']],
	['Base URL that begins with a capital', { baseUrl: 'Http://api.example' }, ['plainHttpNotice']],
	['Metadata URL after a space', { metadataUrl: ' Http:/a' }, ['plainMetadataHttpNotice']],
	['Storage URL', { storageUrl: 'http://storage.example' }, []],
	['nothing', {}, []],
])('the credential warns of http:// in %s as far as it gets the key', (_, changed, expected) => {
	const https = { baseUrl: 'https://api.example', metadataUrl: ' HTTPS://meta.example/http' };

	const shown = new AiAppApi().properties.filter(
		(property) =>
			property.type === 'notice' &&
			NodeHelpers.displayParameter({ ...https, ...changed }, property, null, null),
	);

	expect(shown.map(({ name }) => name)).toEqual(expected);
});

it.each([
	['API key', { apiKey: 'a'.repeat(20_000) }],
	['API key', { apiKey: 'sk-first\nsecond' }],
	['callback token', { callbackToken: 'ж'.repeat(20) }],
	['callback token', { callbackToken: 'a'.repeat(20_000) }],
])('with an %s that no header can carry, nothing is sent', async (name, change) => {
	const { error } = await service.run({
		parameters,
		credential: { ...service.credential, ...change },
	});

	expect(error?.message).toContain(`The ${name}`);
	expect(error?.description).toContain('In the credential');
	expect(service.emulator.requests()).toEqual([]);
});
