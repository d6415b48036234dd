import { FILES } from '../../sampleFiles.mts';
import { checkOf, overrides } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import { INPUTS, itemOf } from './handedIn.mts';
import { INPUT, offerApp, sentValues } from './offeredApp.mts';

/** A film for a sound, in every way that an input gets a file. */

const service = useService();

const SOUND = INPUTS.sound;
const MEDIA_APP = 57004;
const film = () => itemOf(FILES.mp4, 'talk.mp4', 'video/mp4');

it.each([
	['the form', runForm({ [SOUND]: 'data' }, {}, MEDIA_APP)],
	[
		'JSON',
		runForm(
			{},
			{ specifyInputs: 'json', inputsJson: JSON.stringify({ [SOUND]: { $binary: 'data' } }) },
			MEDIA_APP,
		),
	],
	['an override', runForm({}, overrides({ key: SOUND, value: 'data' }), MEDIA_APP)],
	['an expression', runForm({ [SOUND]: '={{ $binary.data }}' }, {}, MEDIA_APP)],
])('%s', async (_, parameters) => {
	const checked = await service.run({ parameters: checkOf(parameters), items: [await film()] });
	const { error } = await service.run({ parameters, items: [await film()] });

	expect(checked.outputs[0]?.[0]?.json).toMatchObject({ valid: true });
	expect(error).toBeUndefined();
	expect(service.creates()).toBe(1);
});

it.each([
	['LoadAudio', { values: ['talk.mp4'], audio_upload: true }, ['talk.mp4', 'data']],
	['VHS_LoadAudioUpload', { values: ['talk.mp4', 'song.mp3'] }, ['data']],
])('%s offers films, and takes one', async (node_type, field_options, values) => {
	offerApp(service, { node_type, field_type: 'combo', field_options, field_value: 'talk.mp4' });

	for (const value of values) {
		const parameters = runForm({ [INPUT]: value });
		const { error } = await service.run({ parameters, items: [await film()] });
		expect(error).toBeUndefined();
	}
	expect(service.creates()).toBe(values.length);
});

it.each([
	['a song', FILES.mp3, 'song.mp3', 'audio/mpeg'],
	['a film', FILES.mp4, 'talk.mp4', 'video/mp4'],
])('a hidden input whose presets are both takes %s', async (_, content, name, mimeType) => {
	const field_options = { values: ['talk.mp4', 'song.mp3'] };
	offerApp(service, { field_type: 'hidden', field_options, field_value: 'talk.mp4' });

	const { error } = await service.run({
		parameters: runForm({ [INPUT]: 'data' }),
		items: [await itemOf(content, name, mimeType)],
	});

	expect(error).toBeUndefined();
	expect(sentValues(service)[INPUT]).toContain('/inputs_temp/');
});
