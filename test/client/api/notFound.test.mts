import { ACCOUNT_READS } from '../accountReads.mts';
import type { Operation } from '../../../emulator/index.mts';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { upload } from '../files/uploading.mts';

const service = useService();

/** The service has the same codes for whatever it does not find. */
describe.each([20011, 30009, 30046])('code %d with 404 means', (code) => {
	const order = { appId: 1, inputValues: { a: 1 }, suppressPreviewOutput: false };

	it.each([
		['detail', 'app_not_found', () => service.client.app(1)],
		['create', 'app_not_found', () => service.client.tasks.create(order)],
		['create', 'app_not_found', () => service.client.tasks.createAndHold(order, 1_000)],
		['status', 'task_not_found', () => service.client.tasks.status('r')],
		['outputs', 'task_not_found', () => service.client.tasks.outputs('r')],
		['cancel', 'task_not_found', () => service.client.tasks.cancel('r')],
		['interrupt', 'task_not_found', () => service.client.tasks.interrupt('r')],
		['model', 'input', () => service.client.models.create('maker/model', {})],
		['modelStatus', 'task_not_found', () => service.client.models.task('r')],
		['commit', 'upload', () => upload(service)],
		['token', 'unexpected_response', () => upload(service)],
		...ACCOUNT_READS.map((read) => [
			read,
			'unexpected_response',
			() => service.client.account[read](),
		]),
	] as [Operation, string, () => Promise<unknown>][])('%s: %s', async (on, kind, call) => {
		service.emulator.addFault({ on, effect: { type: 'refuse', code }, times: Infinity });

		const error = await errorOf(call);

		expect(error.kind).toBe(kind);
		expect(error.message).toContain(`code ${code}, HTTP 404`);
	});
});
