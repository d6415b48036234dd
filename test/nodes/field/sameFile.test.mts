import { checkOf } from '../inputChecks.mts';
import { photo } from '../photo.mts';
import { runForm, useService } from '../service.mts';

const service = useService();

const STYLE_APP = 57108;
const PHOTO = '4:LoadImage.image';
const STYLE = '5:LoadImage.image';

async function hintsOf(photoInput: string, styleInput: string) {
	const binary = { data: await photo(service), style: await photo(service) };
	const items = [
		{ json: {}, binary },
		{ json: {}, binary },
	];
	const parameters = runForm({ [PHOTO]: photoInput, [STYLE]: styleInput }, {}, STYLE_APP);
	const ran = await service.run({ parameters, items });
	const checked = await service.run({ parameters: checkOf(parameters), items });
	expect(service.creates()).toBe(2);
	expect(checked.hints).toEqual(expect.arrayContaining([...sameIn(ran)]));
	return sameIn(ran);
}

const sameIn = ({ hints }: { readonly hints: readonly string[] }) =>
	hints.filter((hint) => hint.includes('same file'));

it.each([
	['file', 'data'],
	['URL', 'https://files.example.com/a.png'],
])('a %s that two inputs get has one line', async (_, given) => {
	expect(await hintsOf(given, given)).toEqual([
		"The same file goes to 'Photo', 'Style Picture' in 2 items. If you meant another one, change the input.",
	]);
});

it('two files have none', async () => {
	expect(await hintsOf('data', 'style')).toEqual([]);
});
