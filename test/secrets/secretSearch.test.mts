import { createSecretSearch } from './secretSearch.mts';

const VALUE = 'q8+Zk/7vT1=x0YbN3dLm?c5R';
const search = createSecretSearch([{ name: 'a secret', value: VALUE }]);

function formsFoundIn(text: string): readonly string[] {
	return search.in('text', text).map(({ form }) => form);
}

test.each([0, 5, 12])('12 characters of a secret are found from character %i on', (start) => {
	expect(formsFoundIn(`<${VALUE.slice(start, start + 12)}>`)).toEqual(['plain']);
	expect(formsFoundIn(`<${VALUE.slice(start, start + 11)}>`)).toEqual([]);
});

test.each(['', '.', ':.', 'user:'])(
	'12 characters of a secret are found in base64, behind "%s"',
	(lead) => {
		const bytes = Buffer.from(`${lead}${VALUE}, and more`);
		expect(formsFoundIn(bytes.toString('base64'))).toEqual(['base64']);
		expect(formsFoundIn(bytes.toString('base64url'))).toEqual(['base64']);
	},
);

test.each(['8%2BZk%2F7vT1%3D', '8%2bZk%2f7vT1%3d'])('URL-encoded as %s', (part) => {
	expect(formsFoundIn(`?a=${part}&b=c`)).toEqual(['URL-encoded']);
});

test('a finding says which secret it is and where', () => {
	expect(search.in('n8n.log', `key ${VALUE}`)).toEqual([
		{ secret: 'a secret', form: 'plain', place: 'n8n.log', offset: 4 },
	]);
});
