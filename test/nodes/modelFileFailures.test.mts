import { collections, runModel, useService } from './service.mts';
import type { Parameters } from './instance.mts';
import type { FaultEffect } from '../../emulator/index.mts';

const service = useService();

const isPage: FaultEffect = { type: 'html', status: 200 };
const downloading = { downloadFiles: true, outputField: 'data' };
const paint = (options: Parameters = {}) => runModel({ ...downloading, ...collections(options) });

const downloads = () =>
	service.emulator.requests().filter(({ operation }) => operation === 'download').length;
const tasks = () => service.emulator.modelTasks();

function getTask(requestId: unknown, options: Parameters = {}) {
	const operation = { resource: 'model', operation: 'getTask', requestId: String(requestId) };
	return service.run({ parameters: { ...operation, simplify: true, ...downloading, options } });
}

function answerStatus(data: object): void {
	const body = { code: 20000, data: { status: 'Success', ...data } };
	const effect = { type: 'answer', status: 200, body } as const;
	service.emulator.addFault({ on: 'modelStatus', effect, times: Infinity });
}

describe('a model file that is not downloaded', () => {
	it('is reported with its URL, and Model: Get Task returns it without another task', async () => {
		service.emulator.addFault({ on: 'download', effect: isPage });

		const { error } = await service.run({ parameters: paint() });

		const [task] = tasks();
		expect(error?.message).toMatch(/^Couldn't download .*an HTML page.* URL: .*\/outputs\//);
		expect(error?.description).toContain('Get it with Model: Get Task.');
		const { outputs } = await getTask(task?.requestId);
		expect(outputs[0]?.[0]?.binary?.data?.mimeType).toBe('image/png');
		expect(tasks()).toHaveLength(1);
	});

	it('is downloaded by a retry of the node, and nothing is paid again', async () => {
		service.emulator.addFault({ on: 'download', effect: isPage });

		const { outputs, error } = await service.run({
			parameters: paint(),
			settings: { retryOnFail: true, maxTries: 2 },
		});

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.binary?.data?.mimeType).toBe('image/png');
		expect(tasks()).toHaveLength(1);
	});

	it('because it is over Max File Size is not requested twice', async () => {
		const effect = { type: 'bytes', count: 64 * 1024 ** 2, contentType: 'image/png' } as const;
		service.emulator.addFault({ on: 'download', effect, times: Infinity });

		const { error, outputs } = await service.run({ parameters: paint({ maxFileSizeMb: 1 }) });

		expect(error?.message).toContain('larger than the limit of 1 MB');
		expect(error?.description).toContain('Max File Size');
		expect(outputs[0]?.[0]?.binary).toBeUndefined();
		expect(downloads()).toBe(1);
	});

	it('is not requested from a private host, neither directly nor after a redirect', async () => {
		const to = 'http://169.254.169.254/latest/meta-data';
		service.emulator.addFault({ on: 'download', effect: { type: 'redirect', to } });
		const redirected = await service.run({ parameters: paint() });
		answerStatus({ outputs: { images: [to] } });
		const direct = await service.run({ parameters: paint() });

		expect(redirected.error?.message).toContain('private host (169.254.169.254)');
		expect(direct.error?.message).toContain('private host (169.254.169.254)');
		expect(downloads()).toBe(1);
	});

	it('because it has expired is reported as expired', async () => {
		const created = await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(20 * 24 * 3_600_000);
		service.emulator.addFault({ on: 'download', effect: { type: 'answer', status: 410 } });

		const { error } = await getTask(created.outputs[0]?.[0]?.json.request_id);

		expect(error?.message).toContain('the link is no longer valid');
		expect(error?.description).toContain('Run the model again');
	});
});

describe('a finished model task', () => {
	it('without any output is reported as such', async () => {
		service.emulator.plan({ outputs: 'none' });

		const { error } = await service.run({ parameters: paint() });

		expect(error?.message).toContain('The task finished without any output');
		expect(error?.description).toContain('Model: Get Task');
	});

	it('is returned by Model: Get Task even if it has no output', async () => {
		service.emulator.plan({ outputs: 'none' });
		await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(10_000);

		const { outputs, error } = await getTask(tasks()[0]?.requestId);

		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success', outputs: [] });
	});

	it('whose outputs were all rejected is reported with the reason', async () => {
		const rejected = { url: 'https://a.example/1.png', audit_status: 3, error_msg: 'Not allowed' };
		answerStatus({ outputs: { images: [rejected] } });

		const { error } = await service.run({ parameters: paint() });

		expect(error?.message).toMatch(/content check rejected the outputs .*: "Not allowed"/);
		expect(downloads()).toBe(0);
	});

	it('stays finished, whatever later answers say', async () => {
		service.emulator.plan({ outputs: 'late', outputsLateMs: 60_000 });
		const body = { code: 20000, data: { status: 'Running', outputs: { texts: ['late'] } } };
		const effect = { type: 'answer', status: 200, body } as const;
		await service.run({ parameters: runModel({ waitMode: 'none' }) });
		await service.time.sleep(10_000);
		service.emulator.addFault({ on: 'modelStatus', skip: 1, effect });

		const { outputs } = await getTask(tasks()[0]?.requestId);

		expect(outputs[0]?.[0]?.json).toMatchObject({ status: 'Success', outputs: [{ text: 'late' }] });
	});
});

describe('Max Tasks per Execution', () => {
	it('also limits Model: Run: further items fail without a task', async () => {
		const { outputs } = await service.run({
			parameters: paint({ maxTasks: 2, maxAtATime: 4 }),
			items: Array.from({ length: 4 }, () => ({ json: {} })),
			settings: { onError: 'continueRegularOutput' },
		});

		const failed = outputs[0]?.filter(({ json }) => 'error' in json) ?? [];
		expect(failed.map(({ json }) => json.details)).toMatchObject([
			{ kind: 'budget' },
			{ kind: 'budget' },
		]);
		expect(tasks()).toHaveLength(2);
	});
});
