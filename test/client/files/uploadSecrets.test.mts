import type { FilePut } from '../../../client/ports';
import { readStorageError } from '../../../client/files/uploadErrors';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createFile, upload } from './uploading.mts';
import { tracesIn } from '../../secrets/tracesIn.mts';

const service = useService();

function secretsOf({ emulator }: typeof service): string[] {
	const issued = emulator
		.credentials()
		.flatMap((credentials) => [
			credentials.accessKeyId,
			credentials.accessKeySecret,
			credentials.securityToken,
		]);
	return [emulator.apiKey, ...issued];
}

/** Everything of a value that could be shown, stored or logged. */
function shown(value: object): string {
	const own = Object.getOwnPropertyNames(value).map((name) => Reflect.get(value, name));
	return JSON.stringify([value, ...own, String(value)]);
}

/** Uploads to a storage that refuses, with a response made from the request. */
async function refusedWith(body: (request: FilePut) => string, status: number): Promise<string> {
	const put = async (request: FilePut) => ({ status, headers: {}, body: body(request) });
	return shown(await errorOf(() => upload(service, createFile(), { put })));
}

function headersOf({ headers, url }: FilePut): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
	return `PUT\n${new URL(url).pathname}\n${lines.join('\n')}`;
}

describe.each([403, 500])('a response with HTTP %i that echoes the request', (status) => {
	it.each<[string, (put: FilePut) => string]>([
		[
			'beside Code and Message, as OSS does',
			(put) =>
				`<Error><Code>SignatureDoesNotMatch</Code><Message>The request signature we calculated does not match.</Message><OSSAccessKeyId>${put.headers['Authorization']}</OSSAccessKeyId><StringToSign>${headersOf(put)}</StringToSign></Error>`,
		],
		[
			'in the Message',
			(put) => `<Error><Code>AccessDenied</Code><Message>${headersOf(put)}</Message></Error>`,
		],
		[
			'in the Code',
			(put) => `<Error><Code>${put.headers['Authorization']?.slice(-64)}</Code></Error>`,
		],
		['as plain text', headersOf],
		['as HTML', (put) => `<html><body>${headersOf(put)}</body></html>`],
	])('%s: the error contains no secrets', async (_, xml) => {
		const signatures: string[] = [];
		const error = await refusedWith((put) => {
			signatures.push(put.headers['Authorization']?.slice(-64) ?? '');
			return xml(put);
		}, status);

		const secrets = [...secretsOf(service), ...signatures];
		expect(secrets.length).toBeGreaterThan(4);
		expect(tracesIn(error, ...secrets)).toEqual([]);
		expect(error).toContain(`HTTP ${status}`);
	});
});

it('the error about a wrong clock contains no secrets', async () => {
	const clock = { ...service.clock, wallNow: () => service.time.now() + 20 * 60_000 };

	const error = shown(await errorOf(() => upload(service, createFile(), { clock })));

	expect(tracesIn(error, ...secretsOf(service))).toEqual([]);
});

it('a result contains no secrets', async () => {
	const uploaded = shown(await upload(service));

	expect(tracesIn(uploaded, ...secretsOf(service))).toEqual([]);
});

describe('from an error response of the storage', () => {
	it('Code and Message are read, on one line and shortened', () => {
		const message = `no\n\tspace ${'x'.repeat(1000)}`;
		const body = `<Error><Code> NoSpace </Code><Message>${message}</Message></Error>`;

		const { code, text } = readStorageError(body, []);

		expect(code).toBe('NoSpace');
		expect(text).toMatch(/^no space x+$/);
		expect(text).toHaveLength(300);
	});

	it.each(['', 'Bad gateway', '<html></html>', '{"code":1}', '<Code><b/></Code>'])(
		'%j gives neither',
		(body) => expect(readStorageError(body, [''])).toEqual({ code: '', text: '' }),
	);

	it('a short secret is only searched for as a whole', () => {
		const body = '<Message>key short1 is wrong</Message>';

		expect(readStorageError(body, ['short1']).text).toBe('key … is wrong');
		expect(readStorageError(body, ['short2']).text).toBe('key short1 is wrong');
	});
});
