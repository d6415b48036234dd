import { FREE } from '../moneySentences.mts';
import { runForm, useService } from '../service.mts';
import { INPUT, OFFERED_APP, offerApp } from './offeredApp.mts';

/** Lists and objects in place of one value, and empty pictures: what their expressions lack. */

const service = useService();

describe('a list or an object', () => {
	const files = {
		images: [{ url: 'https://a.example/b.png' }],
		photo: { url: 'https://a.example/b' },
	};
	const item = { json: { ...files, names: ['https://a.example/b.png'], subject: { name: 'cat' } } };
	const picture = { field_type: 'image' };

	it.each<[string, string, object, string]>([
		['a text', '$json.subject', {}, 'add .toJsonString()'],
		['a text', '$json.images', {}, 'add [0].url to the expression'],
		['a text', '$json.photo', {}, 'add .url to the expression'],
		['a text', '$json.names', {}, 'add [0] to the expression'],
		['a file', '$json.images', picture, 'add [0].url to the expression'],
		['a file', '$json.photo', picture, 'add .url to the expression'],
		['a file', '$json.names', picture, 'add [0] to the expression'],
		['a number', '[8, 9]', { field_type: 'number' }, 'add [0] to the expression'],
	])('as %s names what takes a value out of %s', async (_, expression, input, advice) => {
		offerApp(service, { field_type: 'string', ...input });

		const { error } = await service.run({
			parameters: runForm({ [INPUT]: `={{ ${expression} }}` }, {}, OFFERED_APP),
			items: [item],
		});

		expect(error?.description).toContain(advice);
		expect(error?.description).toContain(FREE);
		expect(service.creates()).toBe(0);
	});

	it('an empty picture names how to leave it to the app', async () => {
		offerApp(service, picture);

		const { error } = await service.run({
			parameters: runForm({ [INPUT]: "={{ $json.photos ?? '' }}" }, {}, OFFERED_APP),
			items: [item],
		});

		expect(error?.description).toContain('remove the input, or return null');
	});
});
