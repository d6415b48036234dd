import type { FaultEffect, Operation } from '../../emulator/index.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

/** Of a form that nobody could tell from other words. */
const KEY = 'some-account_0123456789-abcdefgh';
const cat = runForm({ [PROMPT]: 'a cat' }, { options: { maxWaitMinutes: 0.2 } });

it.each([
	['a page with 200', 'create', { type: 'echo', status: 200 }],
	['a page with 502', 'create', { type: 'echo', status: 502 }],
	['the message of a refusal', 'detail', { type: 'answer', status: 401, body: { message: KEY } }],
	['the code of a refusal', 'create', { type: 'answer', status: 400, body: { code: KEY } }],
] as [string, Operation, FaultEffect][])(
	'%s that quotes the API key: it is in no message, item or stored execution',
	async (_, on, effect) => {
		service.emulator.addFault({ on, effect, times: Infinity });
		const pass = { type: 'answer', status: 502 } as const;
		if (on === 'create') service.emulator.addFault({ on: 'detail', effect: pass, times: Infinity });

		const ended = await service.run({
			parameters: cat,
			credential: { ...service.credential, apiKey: KEY },
		});

		expect(ended.error).toBeDefined();
		const seen = JSON.stringify([ended.run, ended.error?.message, ended.error?.stack]);
		for (let at = 0; at + 12 <= KEY.length; at++)
			expect(seen).not.toContain(KEY.slice(at, at + 12));
	},
);

it('a key in a record is left out of the item', async () => {
	const apiKey = service.emulator.apiKey;
	const body = { code: 20000, data: { note: `made for ${apiKey}` } };
	service.emulator.addFault({ on: 'wallet', effect: { type: 'answer', status: 200, body } });

	const { outputs } = await service.run({
		parameters: { resource: 'account', operation: 'getWallet', options: {} },
	});

	expect(outputs[0]?.[0]?.json).toEqual({ note: 'made for …' });
});
