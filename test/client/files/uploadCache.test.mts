import { createUploadCache } from '../../../client/files/upload';
import { AiAppError } from '../../../client/errors/AiAppError';
import { inAnHour } from '../deadlines.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createFile, upload } from './uploading.mts';

const service = useService();

function uploadsOfOneExecution() {
	return createUploadCache((file) => upload(service, file), undefined);
}

it('items that run at the same time and need the same file share one upload', async () => {
	const uploads = uploadsOfOneExecution();
	const files = [createFile(), createFile(), createFile()];

	const results = await Promise.all(files.map((file) => uploads.upload(file, inAnHour(service))));
	const later = await uploads.upload(createFile(), inAnHour(service));

	expect(service.requests('put')).toHaveLength(1);
	expect(service.requests('commit')).toHaveLength(1);
	expect(new Set([...results, later].map(({ url }) => url)).size).toBe(1);
	expect(files.map(({ counts }) => counts.opened)).toEqual([1, 0, 0]);
});

it('different files and files of different executions are uploaded separately', async () => {
	const uploads = uploadsOfOneExecution();
	await Promise.all(
		['a', 'b'].map((identity) => uploads.upload(createFile({ identity }), inAnHour(service))),
	);
	await uploadsOfOneExecution().upload(createFile({ identity: 'a' }), inAnHour(service));

	expect(service.requests('put')).toHaveLength(3);
});

it('a failure reaches all waiting items, and a retry may succeed', async () => {
	const uploads = uploadsOfOneExecution();
	const effect = { type: 'answer', status: 400, body: '' } as const;
	service.emulator.addFault({ on: 'put', effect });

	const failed = [
		uploads.upload(createFile(), inAnHour(service)),
		uploads.upload(createFile(), inAnHour(service)),
	];
	const errors = await Promise.all(failed.map((sending) => errorOf(() => sending)));
	const later = await uploads.upload(createFile(), inAnHour(service));

	expect(errors.map(({ kind }) => kind)).toEqual(['upload', 'upload']);
	expect(service.requests('put')).toHaveLength(2);
	expect(later.name).toBe('kite.png');
});

it('an upload gets the abort signal of the execution', async () => {
	const stop = new AbortController();
	const seen: Array<AbortSignal | undefined> = [];
	const uploads = createUploadCache(async (_file, _deadline, signal) => {
		seen.push(signal);
		throw new AiAppError('execution_stopped', 'The execution was canceled');
	}, stop.signal);

	await errorOf(() => uploads.upload(createFile(), inAnHour(service)));

	expect(seen).toEqual([stop.signal]);
});
