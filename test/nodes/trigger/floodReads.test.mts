import { until } from '../../until.mts';
import { useService } from '../service.mts';
import { post, useTriggers } from './triggerCalls.mts';

/** Reading the credential takes n8n longer than the rest of a call that is turned away. */

const service = useService();
const listen = useTriggers(service);

/** As many as one trigger works on, and lets wait. */
const UNDER_WAY = 13;
const MORE = 100;

it('calls beyond those that a trigger takes read no credential', async () => {
	const host = await listen();
	service.emulator.addFault({ on: 'status', times: UNDER_WAY, effect: { type: 'hang' } });
	for (let n = 0; n < UNDER_WAY; n++)
		post(host, { request_id: `flood-${n}` }).catch(() => undefined);
	await until(() => host.calls() === UNDER_WAY);
	const before = host.credentialReads();

	for (let n = 0; n < MORE; n++)
		expect(await post(host, { request_id: `more-${n}` })).toMatchObject({ status: 503 });

	expect(host.credentialReads() - before).toBeLessThan(MORE / 10);
});

it('calls without a request ID read no credential', async () => {
	const host = await listen();
	await post(host, { hello: 0 });
	const before = host.credentialReads();

	for (let n = 0; n < MORE; n++)
		expect(await post(host, { hello: n })).toMatchObject({ status: 400 });

	expect(host.credentialReads() - before).toBeLessThan(MORE / 10);
});
