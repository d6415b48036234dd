import { cpuSecondsOf } from '../../cpu.mts';
import { runForm, useService } from '../service.mts';

/** Each callback URL of this n8n has a token of its own, and each response is searched for all of them. */

const service = useService();

const BASE = '={{ $execution.resumeUrl.split("/webhook-waiting/")[0] }}/webhook/orders';
const ITEMS = 100;

/** Processor time of a run whose items have this callback URL. */
async function costOf(callbackUrl: string): Promise<number> {
	service.emulator.plan({ queuingMs: 0, preparingMs: 0, runningMs: 0, notFoundMs: 0 });
	return cpuSecondsOf(async () => {
		const { error, outputs } = await service.run({
			credential: { ...service.credential, callbackToken: 'callback-token-0123456789' },
			parameters: runForm(
				{},
				{
					specifyInputs: 'json',
					inputsJson: '{"6:CLIPTextEncode.text":"a"}',
					waitMode: 'callback',
					callbackUrl,
				},
			),
			items: Array.from({ length: ITEMS }, (_, n) => ({ json: { n } })),
		});
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(ITEMS);
	});
}

it('items with a callback URL each cost hardly more than items with the same one', async () => {
	await costOf(BASE);
	const one = await costOf(BASE);

	const each = await costOf(`${BASE}/{{ $json.n }}`);

	// Eleven times as much, with 200 items, when each response was searched for all tokens.
	expect(each / one).toBeLessThan(4);
});
