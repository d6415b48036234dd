import { createHash } from 'node:crypto';
import { startVisit, type Visit } from '../visit.mts';
import { signOssV1, signOssV4, signS3 } from './signers.mts';
import { CONTENT, put, putUrl, tokenOf, xmlRefusal } from './uploading.mts';
import type { UploadToken } from './uploadToken.mts';

let visit: Visit;
let token: UploadToken;

beforeEach(async () => {
	visit = await startVisit();
	token = await tokenOf(visit);
});

afterEach(() => visit.emulator.close());

function digestOf(algorithm: string, encoding: 'base64' | 'hex'): string {
	return createHash(algorithm).update(CONTENT).digest(encoding);
}

describe('authorization', () => {
	it.each([
		[undefined, xmlRefusal(403, 'AccessDenied')],
		['Bearer sk-emulator', xmlRefusal(400, 'InvalidArgument')],
		['OSS4-HMAC-SHA256 Credential=a', xmlRefusal(400, 'InvalidArgument')],
	])('with the format %s is rejected', async (authorization, answer) => {
		expect(await put(putUrl(token), { authorization })).toMatchObject(answer);
	});

	it.each(['oss', 'amz'])('needs the header of the %s digest', async (vendor) => {
		const sign = vendor === 'oss' ? signOssV4 : signS3;
		const signed = await sign(token, visit.clock.now());
		const headers = { ...signed, [`x-${vendor}-content-sha256`]: undefined };
		expect(await put(putUrl(token), headers)).toMatchObject(xmlRefusal(400, 'InvalidArgument'));
	});

	it('may have the bucket in the name of the host', async () => {
		const headers = await signOssV4(token, visit.clock.now());
		const host = `emulator-bucket.${new URL(token.storage.endpoint).host}`;
		const url = `${visit.emulator.storageUrl}/${token.file.object_key}`;
		expect((await put(url, { ...headers, host })).status).toBe(200);
	});
});

describe('digests', () => {
	it.each([
		['MD5', signOssV1, 'content-md5', digestOf('md5', 'base64')],
		['SHA-256', signS3, 'x-amz-content-sha256', digestOf('sha256', 'hex')],
	] as const)('%s of the body must be the one announced', async (_name, sign, header, digest) => {
		const headers = await sign(token, visit.clock.now(), { [header]: digest });
		const other = Buffer.from(CONTENT.toString().toUpperCase());
		expect((await put(putUrl(token), headers)).status).toBe(200);
		expect(await put(putUrl(token), headers, other)).toMatchObject(
			xmlRefusal(400, 'InvalidDigest'),
		);
	});
});

describe('region', () => {
	it.each([
		['OSS V4', signOssV4],
		['S3', signS3],
	])('must be that of the storage: %s', async (_name, sign) => {
		const abroad = { ...token, storage: { ...token.storage, region: 'oss-us-east-1' } };
		const headers = await sign(abroad, visit.clock.now());
		const answer = await put(putUrl(token), headers);
		expect(answer).toMatchObject(xmlRefusal(403, 'SignatureDoesNotMatch'));
	});

	it('is the configured one', async () => {
		visit.emulator.setUpStorage({ region: 'us-east-1' });
		const other = await tokenOf(visit);
		const headers = await signOssV4(other, visit.clock.now());
		expect((await put(putUrl(other), headers)).status).toBe(200);
	});
});
