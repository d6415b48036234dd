import { checkOf } from '../inputChecks.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

const ITEMS = 60;

/** Each look at the clock is so much later than the one before. */
function everyLookTakes(ms: number): void {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => (now += ms));
}

describe('n8n gets a turn', () => {
	const items = Array.from({ length: ITEMS }, () => ({ json: {} }));
	const unknownInput = runForm({ '9:Other.text': 'x' });

	it.each([
		['App: Run', unknownInput],
		['App: Check Inputs', checkOf(unknownInput)],
		['Model: Run', runModel({ modelParameters: '[]' })],
		['an operation on a task', onTask('getStatus', '§')],
	])('while %s goes through many items', async (_, parameters) => {
		everyLookTakes(20);
		const sleep = jest.spyOn(service.time, 'sleep');

		await service.run({ parameters, items, settings: { onError: 'continueRegularOutput' } });

		const breaks = sleep.mock.calls.filter(([ms]) => ms === 1);
		expect(breaks.length).toBeGreaterThanOrEqual(ITEMS / 5);
	});

	it('only if the node was busy for a while', async () => {
		everyLookTakes(0.1);
		const sleep = jest.spyOn(service.time, 'sleep');

		await service.run({ parameters: checkOf(runForm({ [PROMPT]: 'a cat' })), items });

		expect(sleep).not.toHaveBeenCalled();
	});
});
