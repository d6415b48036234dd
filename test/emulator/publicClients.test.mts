import { PROFILES } from '../../emulator/settings/quirks.mts';
import { signOssV1, signS3 } from './storage/signers.mts';
import { CONTENT, put, putUrl, tokenOf } from './storage/uploading.mts';
import { ASYNC, PROMPT, startVisit, TASKS, type Answer, type Visit } from './visit.mts';

/**
 * What public clients of a real service do in cases where the emulator was once wrong. Other tests
 * check that they can read the storage's refusals and call from a web page.
 */
let visit: Visit;

afterEach(() => visit.emulator.close());

/** Codes after which such clients wait and retry; they compare numbers. */
const PASSING: readonly unknown[] = [30015, 30016, 30018, 30039, 30040, 50600];
const PICTURE = '18:LoadImage.image';

/**
 * Creates a task in up to six attempts, eight seconds apart, as long as the code is a temporary
 * one.
 */
async function createPatiently(): Promise<Answer> {
	const url = `${visit.emulator.apiUrl}${TASKS}/create`;
	const body = { web_app_id: 54663, input_values: PROMPT };
	let answer = await visit.send('POST', url, { body, headers: ASYNC });
	for (let tries = 1; tries < 6 && PASSING.includes(codeOf(answer)); tries += 1) {
		await visit.advance(8000);
		answer = await visit.send('POST', url, { body, headers: ASYNC });
	}
	return answer;
}

function codeOf({ body }: Answer): unknown {
	return (body as { code?: unknown }).code;
}

/** Polls at once and every two seconds, and fails at the first response that isn't a success. */
async function pollImpatiently(requestId: string): Promise<unknown> {
	for (;;) {
		const { status, body } = await visit.read(requestId);
		if (status !== 200) return status;
		const { data } = body as { data: { status: string } };
		if (['Success', 'Failed', 'Canceled'].includes(data.status)) return data.status;
		await visit.advance(2000);
	}
}

describe('a client that knows codes as numbers', () => {
	it('retries if no node is available', async () => {
		visit = await startVisit();
		visit.emulator.addFault({ on: 'create', times: 2, effect: { type: 'refuse', code: 30015 } });
		expect(await createPatiently()).toMatchObject({ status: 202 });
		expect(visit.emulator.requests().map(({ status }) => status)).toEqual([503, 503, 202]);
	});

	it('fails if they are strings', async () => {
		visit = await startVisit({ quirks: { stringCodes: true } });
		visit.emulator.addFault({ on: 'create', times: 2, effect: { type: 'refuse', code: 30015 } });
		expect(await createPatiently()).toMatchObject({ status: 503, body: { code: '30015' } });
	});
});

describe('a client that polls at once', () => {
	it.each(['none', 'kind'] as const)(
		'gets the finished task in the profile %s',
		async (profile) => {
			visit = await startVisit({ quirks: PROFILES[profile].quirks });
			expect(await pollImpatiently(await visit.create())).toBe('Success');
		},
	);

	it('fails if a new task is not found', async () => {
		visit = await startVisit();
		expect(await pollImpatiently(await visit.create())).toBe(404);
	});
});

describe('a client that signs no content type for S3', () => {
	it('may send one', async () => {
		visit = await startVisit();
		const token = await tokenOf(visit);
		const signed = await signS3(token, visit.clock.now(), { 'content-type': undefined });
		const { status } = await put(putUrl(token), { ...signed, 'content-type': 'image/png' });
		expect(status).toBe(200);
	});
});

describe('a client that sends the URL from the upload token', () => {
	it('finds its file at that URL, without a commit', async () => {
		visit = await startVisit({ quirks: PROFILES.kind.quirks });
		const token = await tokenOf(visit);
		await put(putUrl(token), await signOssV1(token, visit.clock.now()));
		const id = await visit.create(56258, { [PICTURE]: token.access_url });
		const file = await fetch(token.access_url!);
		expect(await file.text()).toBe(CONTENT.toString());
		expect(await pollImpatiently(id)).toBe('Success');
	});
});
