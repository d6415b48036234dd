import fc from 'fast-check';
import { withoutSecrets } from '../../client/api/account';
import { createdId } from '../../client/api/creates';
import { readPayload } from '../client/api/payload.mts';
import { canonicalJson, parseJson } from '../../client/parsing/scalars';
import { phaseOf } from '../../client/api/lifecycle';
import { readStorageError } from '../../client/files/uploadErrors';
import { readTaskOutputs } from '../../client/api/taskOutputs';
import { readTaskStatus } from '../../client/api/taskStatus';
import { readUploadedFile } from '../../client/files/uploadedFile';
import {
	assertEncryptedStorage,
	assertPublicStorage,
	readUploadCredentials,
} from '../../client/files/uploadCredentials';
import { storageUrl } from '../../client/files/signing/objectUrl';
import { AiAppError } from '../../client/errors/AiAppError';
import { fuzz } from './fuzz.mts';
import { hostileRecord, hostileText } from './hostile.mts';
import { orRefused } from './refusals.mts';

const MEMBERS = [
	...['code', 'message', 'data', 'request_id', 'requestId', 'status', 'outputs', 'error_message'],
	...['cost_times', 'queue_info', 'object_url', 'output_ext', 'error_type', 'audit_status', 'url'],
];
const GRANT = [
	...['endpoint', 'bucket', 'region', 'object_key', 'access_key_id', 'access_key_secret'],
	...['security_token', 'access_url'],
];

const answer = fc.record({
	status: fc.constantFrom(200, 200, 200, 201, 302, 400, 401, 404, 429, 500),
	headers: fc.record({ 'retry-after': hostileText }),
	body: fc.oneof(
		hostileRecord(...MEMBERS).map((record) => JSON.stringify(record)),
		hostileRecord(...MEMBERS).map((data) => JSON.stringify({ code: 20000, data })),
		hostileRecord(...MEMBERS).map((record) => JSON.stringify(record).slice(1)),
		hostileText,
	),
});

const CONTROL = /[\p{Cc}<>]/u;
/** A text, a code and an id, and our own words. */
const LONGEST_MESSAGE = 900;

fuzz('envelopes', answer, (each) => {
	try {
		const payload = readPayload(each);
		orRefused(() => createdId(payload));
		const record = payload as Readonly<Record<string, unknown>>;
		const { status, record: sent } = readTaskStatus(record ?? {});
		expect(phaseOf(status)).toHaveProperty('terminal', expect.any(Boolean));
		expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
		for (const { url, text, ok } of readTaskOutputs(record ?? {}, 'r-1'))
			if (ok && text === undefined) expect(url).toMatch(/^https?:\/\//);
		withoutSecrets(payload);
		expect(typeof canonicalJson(payload)).toBe('string');
	} catch (error) {
		if (!(error instanceof AiAppError)) throw error;
		const { message, details } = error;
		expect(message.length).toBeLessThan(LONGEST_MESSAGE);
		expect(message).not.toMatch(CONTROL);
		const { retryAfterMs = 0 } = details;
		expect(retryAfterMs >= 0 && retryAfterMs <= 300_000).toBe(true);
	}
});

const upload = fc.record({
	file: hostileRecord(...GRANT),
	storage: hostileRecord(...GRANT),
	key: hostileText,
	endpoint: hostileText,
	committed: hostileRecord('id', 'name', 'ext', 'url'),
	refusal: hostileText,
});

/** Valid header values: Node would refuse the others, without a message for the user. */
const IN_HEADER = /^[\x20-\x7e]*$/;

fuzz('uploads: credentials, storage, commit', upload, ({ file, storage, ...more }) => {
	const { key, endpoint, committed, refusal } = more;
	const whole = {
		file: { object_key: key, access_key_id: 'id', access_key_secret: 'secret', ...file },
		storage: { endpoint, bucket: 'bucket', region: 'region', ...storage },
	};
	for (const { target, credentials } of orRefused(() => readUploadCredentials(whole))) {
		expect(`${credentials.accessKeyId}${credentials.securityToken}`).toMatch(IN_HEADER);
		expect(target.region).toMatch(IN_HEADER);
		orRefused(() => assertPublicStorage(target, []));
		orRefused(() => assertEncryptedStorage(target, 'https://a.example', endpoint));
		for (const url of orRefused(() => storageUrl(target)))
			expect(decodeURIComponent(url.pathname)).toContain(target.objectKey);
	}
	const stored = { name: 'a.png', objectKey: key, accessUrl: key, bucketUrl: 'http://b.example/a' };
	for (const { url } of orRefused(() => readUploadedFile(committed, stored, endpoint)))
		expect(url).toMatch(/^https?:\/\//);
	const secret = 'a-secret-of-the-storage';
	const quoted = readStorageError(`<Code>${refusal}</Code><Message>${secret}</Message>`, [secret]);
	expect(JSON.stringify(quoted)).not.toContain(secret);
	parseJson(refusal);
});
