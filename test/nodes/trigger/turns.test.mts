import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IWebhookFunctions } from 'n8n-workflow';
import { useService } from '../service.mts';
import { BEARER, createTask, post, TOKEN, useTriggers } from './triggerCalls.mts';
import { admitted, withSlot } from '../../../nodes/AiApp/trigger/perTrigger';

const service = useService();
const listen = useTriggers(service);

const AT_ONCE = 5;
const never = new AbortController().signal;

let tests = 0;
beforeEach(() => void (tests += 1));

/** A trigger that no other test has called. */
function trigger(name = 'trigger'): IWebhookFunctions {
	const ids = { getWorkflow: () => ({ id: `${tests}` }), getNode: () => ({ id: name }) };
	return ids as unknown as IWebhookFunctions;
}

/** Work that ends when the test ends it. */
function begin(begun: string[], name: string, limit = never, of = trigger()) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const result = withSlot(of, AT_ONCE, limit, () => {
		begun.push(name);
		return ended;
	});
	return { result, end };
}

const five = ['1', '2', '3', '4', '5'];

describe('simultaneous callbacks', () => {
	it('are processed five at a time, the newest of the waiting ones first', async () => {
		const begun: string[] = [];
		const all = [...five, 'older', 'newer'].map((name) => begin(begun, name));
		await nextTurn();
		expect(begun).toEqual(five);

		all[0]?.end();
		await all[0]?.result;
		await nextTurn();
		expect(begun).toEqual([...five, 'newer']);

		for (const { end } of all) end();
		expect(await Promise.all(all.map(({ result }) => result))).toHaveLength(all.length);
		expect(begun).toEqual([...five, 'newer', 'older']);
	});

	it('are processed at one trigger whatever happens at another', async () => {
		const begun: string[] = [];
		const busy = five.map((name) => begin(begun, name));

		const other = begin(begun, 'other', never, trigger('another'));
		await nextTurn();

		expect(begun).toEqual([...five, 'other']);
		for (const { end } of [...busy, other]) end();
	});

	it("are dropped when their time is over, and don't block others", async () => {
		const begun: string[] = [];
		const stop = new AbortController();
		const busy = five.map((name) => begin(begun, name));
		const late = begin(begun, 'late', stop.signal);
		await nextTurn();
		stop.abort();

		expect(await late.result).toBeUndefined();
		expect(await begin(begun, 'too late', stop.signal).result).toBeUndefined();
		for (const { end, result } of busy) {
			end();
			await result;
		}
		const next = five.map((name) => begin(begun, `next ${name}`));
		await nextTurn();
		expect(begun).toEqual([...five, ...five.map((name) => `next ${name}`)]);
		for (const { end } of next) end();
		await Promise.all(next.map(({ result }) => result));
	});

	it('continue after one of them fails', async () => {
		for (let n = 0; n <= AT_ONCE; n++) {
			const failing = withSlot(trigger(), AT_ONCE, never, () => Promise.reject(new Error(`${n}`)));
			await expect(failing).rejects.toThrow(`${n}`);
		}
		expect(await withSlot(trigger(), AT_ONCE, never, async () => 'done')).toBe('done');
	});

	it('wait, up to fifty at each trigger, and new ones wait after these have finished', async () => {
		let end = () => {};
		const ended = new Promise<string>((resolve) => (end = () => resolve('looked into')));
		const fifty = Array.from({ length: 50 }, () => admitted(trigger(), 50, () => ended));

		expect(await admitted(trigger(), 50, () => ended)).toBeUndefined();
		expect(await admitted(trigger('another'), 50, async () => 'looked into')).toBe('looked into');

		end();
		expect(new Set(await Promise.all(fifty))).toEqual(new Set(['looked into']));
		expect(await admitted(trigger(), 50, () => ended)).toBe('looked into');
	});

	it('start thirty executions for thirty tasks', async () => {
		const host = await listen({}, { callbackToken: TOKEN });
		const tasks = await Promise.all(Array.from({ length: 30 }, () => createTask(service)));

		const answers = await Promise.all(tasks.map((id) => post(host, { request_id: id }, BEARER)));

		expect(answers.map(({ status }) => status)).toEqual(tasks.map(() => 200));
		expect(host.started.map((json) => json['request_id']).sort()).toEqual([...tasks].sort());
	});
});
