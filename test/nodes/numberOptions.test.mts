import { createHttp } from '../../nodes/AiApp/transport/http';
import type { Parameters } from './instance.mts';
import { paused } from './pausedRuns.mts';
import { collections, onTask, PROMPT, runForm, runModel, useService } from './service.mts';

const service = useService();

/** Values of expressions in place of a number. */
const NO_NUMBERS = [
	['nothing', '={{ $json.typo }}', 'nothing'],
	['null', '={{ null }}', 'nothing'],
	['an empty text', '={{ "" }}', '""'],
	['a text', '={{ "soon" }}', '"soon"'],
	['NaN', '={{ Number("soon") }}', 'NaN'],
	['an infinite number', '={{ 1 / 0 }}', 'Infinity'],
	['a negative number', '={{ -1 }}', '-1'],
] as const;

describe.each(NO_NUMBERS)(
	'%s is rejected by name before anything is created',
	(_, value, shown) => {
		const cat = (options: Parameters, more = {}) =>
			runForm({ [PROMPT]: 'a cat' }, { ...collections(options), ...more });

		it.each([
			['Max Wait Time (Minutes)', () => cat({ maxWaitMinutes: value })],
			['Max Wait Time (Minutes)', () => cat({ maxWaitMinutes: value }, { waitMode: 'keepOpen' })],
			['Max Wait Time (Minutes)', () => runModel({ limits: { maxWaitMinutes: value } })],
			['Max Queue Time (Minutes)', () => cat({ maxQueueMinutes: value })],
			['Max File Size (MB)', () => cat({ maxFileSizeMb: value }, { downloadFiles: true })],
			['Max Tasks at a Time', () => cat({ maxAtATime: value })],
			['Max Wait Time (Minutes)', () => paused({ maxWaitMinutes: value })],
		])('as %s', async (name, parameters) => {
			const { error } = await service.run({ parameters: parameters() });

			expect(error?.message).toMatch(
				RegExp(`^'${name.replaceAll(/[()]/g, '\\$&')}' must be a (whole )?number`),
			);
			expect(error?.message).toMatch(new RegExp(`but is ${shown}$`));
			expect(error?.description).toContain('its default, ');
			expect(service.emulator.requests().map(({ operation }) => operation)).not.toContain('create');
			expect(service.emulator.modelTasks()).toEqual([]);
		});

		it.each([
			['Task: Get Outputs', onTask('getOutputs', 'task-1', { options: { maxAtATime: value } })],
			['Model: Run', runModel({ options: { maxAtATime: value } })],
		])('as the number that %s does at a time', async (operation, parameters) => {
			const { error } = await service.run({ parameters });

			const what = operation === 'Model: Run' ? 'Tasks' : 'Items';
			expect(error?.message).toContain(
				`'Max ${what} at a Time' must be a whole number from 1 to 100`,
			);
			expect(service.emulator.requests()).toEqual([]);
		});

		it('as Max Wait Time of Task: Wait for Completion', async () => {
			const parameters = onTask('wait', 'task-1', { limits: { maxWaitMinutes: value } });
			const { error } = await service.run({ parameters });

			expect(error?.message).toContain(
				"'Max Wait Time (Minutes)' must be a number from 0.1 to 525600",
			);
			expect(service.emulator.requests()).toEqual([]);
		});
	},
);

it.each([
	['Max Tasks per Execution', { maxTasks: 1.5 }, 'of at least 1'],
	['Variations per Item', { variations: '={{ 1.5 }}' }, 'from 1 to 50'],
	['Max Tasks at a Time', { maxAtATime: 1.5 }, 'from 1 to 100'],
])('a fraction is rejected as %s before anything is created', async (name, options, range) => {
	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, collections(options)),
	});

	expect(error?.message).toBe(`'${name}' must be a whole number ${range}, but is 1.5`);
	expect(service.creates()).toBe(0);
});

it('numbers may be given as texts', async () => {
	service.emulator.plan({ runningMs: 600_000 });
	const options = { maxWaitMinutes: '={{ "0.2" }}', maxAtATime: '={{ "1" }}' };

	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, collections(options)),
	});

	expect(error?.message).toContain("didn't finish within 12 seconds");
});

it.each([NaN, -1, undefined as never])(
	'a request with a time limit of %s is not sent, and the message says so',
	async (timeoutMs) => {
		const http = createHttp({} as never, ['example.com']);
		const url = 'https://example.com/';
		const notSent = { noAnswer: 'notSent', reason: 'invalid time limit' };

		expect(await http.call({ method: 'POST', url, timeoutMs, maxBytes: 1 })).toEqual(notSent);
		expect(await http.open({ url, timeoutMs, idleMs: 60_000 })).toEqual(notSent);
	},
);

describe('Interrupt Running Tasks without a value', () => {
	const value = '={{ $json.typo }}';
	const message = "'Interrupt Running Tasks' must be true or false, but is nothing";

	it.each([
		['App: Run', () => runForm({ [PROMPT]: 'a cat' }, { options: { interruptRunning: value } })],
		['a pausing App: Run', () => paused({ interruptRunning: value })],
		['Task: Stop', () => onTask('stop', 'r-1', { interruptRunning: value })],
	])('is rejected by %s before anything is sent', async (_, parameters) => {
		const { error } = await service.run({ parameters: parameters() });

		expect(error?.message).toBe(message);
		const sent = service.emulator.requests().map(({ operation }) => operation);
		expect(sent.filter((operation) => operation !== 'detail')).toEqual([]);
	});
});
