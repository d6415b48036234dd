import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import OSS from 'ali-oss';
import { realClock } from '../../../emulator/index.mts';
import { startVisit, type Visit } from '../visit.mts';
import { CONTENT, tokenOf, xmlRefusal } from './uploading.mts';

let visit: Visit;

beforeAll(async () => {
	// The vendor's client signs with the time of the machine.
	visit = await startVisit({ clock: realClock() });
});

afterAll(() => visit.emulator.close());

const SIGNED = { authorization: 'OSS STS.somebody:signature' };

async function send(method: string, path: string, headers = {}): Promise<object> {
	const { hostname: host, port } = new URL(visit.emulator.storageUrl);
	const sending = request({ host, port, method, path, headers, agent: false }).end();
	const [answer] = (await once(sending, 'response')) as [IncomingMessage];
	return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

describe('errors of the storage are in its own XML', () => {
	it.each([
		['DELETE', '/bucket/photo.png', {}, 403, 'AccessDenied'],
		['DELETE', '/bucket/photo.png', SIGNED, 403, 'AccessDenied'],
		['POST', '/bucket/photo.png?uploads', {}, 403, 'AccessDenied'],
		['POST', '/', { 'content-type': 'application/json' }, 403, 'AccessDenied'],
		['PATCH', '/bucket/photo.png', {}, 405, 'MethodNotAllowed'],
		['PROPFIND', '/', {}, 405, 'MethodNotAllowed'],
		['OPTIONS', '/bucket/photo.png', {}, 403, 'AccessForbidden'],
		['GET', '/', {}, 404, 'NoSuchKey'],
		['GET', '/v1/wallet', {}, 404, 'NoSuchKey'],
		['GET', '/%zz', {}, 400, 'InvalidObjectName'],
		['PUT', '/%zz', {}, 400, 'InvalidObjectName'],
	])('%s %s %j gets %i %s', async (method, path, headers, status, code) => {
		expect(await send(method, path, headers)).toMatchObject(xmlRefusal(status, code));
	});

	it('list the allowed methods', async () => {
		const answer = await send('PATCH', '/bucket/photo.png');
		expect(answer).toMatchObject({ headers: { allow: 'GET, HEAD, PUT' } });
	});
});

describe("the vendor's client reads the reason", () => {
	it.each([
		['nothing is deleted', (client: OSS, key: string) => client.delete(key)],
		['no upload in parts begins', (client: OSS, key: string) => client.initMultipartUpload(key)],
	])('%s with credentials that put the object', async (_case, act) => {
		const { file, storage } = await tokenOf(visit);
		const client = new OSS({
			...storage,
			accessKeyId: file.access_key_id,
			accessKeySecret: file.access_key_secret,
			stsToken: file.security_token,
			// Without it the client writes a warning.
			refreshSTSToken: () => Promise.reject(new Error('The token is still good.')),
		});
		await client.put(file.object_key, CONTENT);
		const refused = { status: 403, code: 'AccessDenied' };
		await expect(act(client, file.object_key)).rejects.toMatchObject(refused);
	});
});
