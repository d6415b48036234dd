import { PROMPT, runForm, useService } from '../service.mts';
import { sentValues } from './offeredApp.mts';

/** What a model or a Code node writes where it has no value, and what String() makes of one. */

const service = useService();

const NAMED = /'Prompt' \(6:CLIPTextEncode\.text\)/;

it.each([
	['={{ String($json.nothing) }}', 'undefined'],
	['={{ "" + $json.none }}', 'null'],
])('a line names a prompt that is nothing but a placeholder: %s', async (text, sent) => {
	const item = { json: { none: null } };

	const { hints, error } = await service.run({
		parameters: runForm({ [PROMPT]: text }),
		items: [item],
	});

	const isTold =
		error !== undefined || hints.some((hint) => NAMED.test(hint) && hint.includes(sent));
	expect({ isTold, creates: service.creates() }).toMatchObject({ isTold: true });
});

it.each([
	'undefined behaviour, a poster',
	'a null pointer as a comic',
	'Nancy',
	'NaN bread on a plate',
])('a text that only contains such a word gets none: %s', async (text) => {
	const { hints, error } = await service.run({ parameters: runForm({ [PROMPT]: text }) });

	expect(error).toBeUndefined();
	expect(sentValues(service)).toMatchObject({ [PROMPT]: text });
	expect(hints.filter((hint) => NAMED.test(hint))).toEqual([]);
});
