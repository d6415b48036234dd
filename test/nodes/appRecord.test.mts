import { PROFILES } from '../../emulator/settings/quirks.mts';
import { PICTURE_APP, useService } from './service.mts';

/** Sends every field of the specification. */
const service = useService(PROFILES.none.quirks);

/** App: Get on the sample app. */
async function getApp(simplify: boolean) {
	const { outputs } = await service.run({
		parameters: {
			resource: 'app',
			operation: 'get',
			appId: { __rl: true, mode: 'id', value: String(PICTURE_APP) },
			simplify,
		},
	});
	return outputs[0]?.[0]?.json;
}

it('App: Get returns the complete record if Simplify is off', async () => {
	const detail = await fetch(`${service.emulator.metaUrl}/v1/webapp/${PICTURE_APP}/detail`);
	const { data } = (await detail.json()) as { data: object };

	expect(await getApp(false)).toEqual(data);
});

it('App: Get with Simplify returns the fields that identify an app', async () => {
	const app = await getApp(true);

	expect(Object.keys(app ?? {})).toEqual([
		'app_id',
		'name',
		'description',
		'base_model',
		'nick_name',
		'cover_urls',
		'created_at',
		'inputs',
		'input_template',
	]);
});
