import { readFileSync } from 'node:fs';

/**
 * A page that shows a result loads its pictures by itself, from the network of whoever looks at it: as in
 * the stream of a chat, those on private hosts are links.
 */

type Node = { readonly name: string; readonly parameters: Readonly<Record<string, string>> };
type Page = { readonly json: { readonly page: string } };

function pageWith(url: string, mime_type: string, ownStorage = ''): string {
	const text = readFileSync('workflows/show-results-in-a-gallery.json', 'utf8');
	const { nodes } = JSON.parse(text) as { readonly nodes: readonly Node[] };
	const code = nodes.find(({ name }) => name === 'Write Page')?.parameters['jsCode'] ?? '';
	const own = code.replace("const ownStorage = '';", `const ownStorage = '${ownStorage}';`);
	const write = new Function('$input', own) as (input: object) => readonly Page[];
	const outputs = [{ ok: true, url, mime_type }];
	return write({ all: () => [{ json: { prompt: 'p', outputs } }] })[0]?.json.page ?? '';
}

const LOADED = /<(img|video|audio)[^>]*src=/;

it.each([
	'http://192.168.1.1/reboot?confirm=1',
	'https://192.168.1.1/reboot',
	'http://127.0.0.1:5678/rest/x.png',
	'http://router.lan/x.png',
	'https://router.lan/x.png',
	'https://router.lan:8443/x.png',
	'https://fritz.box/x.png',
	'https://localhost/x.png',
	'https://router/x.png',
	'https://[::1]/x.png',
	'https://0x7f.1/x.png',
	'https://127.0.0.0x1/x.png',
	'https://cdn.example.com@192.168.1.1/x.png',
	'https://cdn.example.com:443@192.168.1.1/x.png',
	'https://cdn.example.com\\@192.168.1.1/x.png',
	'http://cdn.example.com/x.png',
])('the gallery loads no file from %s', (url) => {
	for (const type of ['image/png', 'video/mp4', 'audio/mpeg'])
		expect(pageWith(url, type)).not.toMatch(LOADED);
	expect(pageWith(url, 'image/png')).toContain('>File</a>');
});

it.each([
	'https://cdn.example.com/a/b.png?x=1',
	'https://cdn.example.com:8443/b.png',
	'https://xn--bcher-kva.xn--p1ai/b.png',
	'https://my-bucket.s3.eu-central-1.amazonaws.com/b.png',
])('the gallery shows a picture at %s', (url) => {
	expect(pageWith(url, 'image/png')).toMatch(LOADED);
});

it('a storage in an own network is loaded from if it was entered, and no host that begins like it', () => {
	const own = 'http://192.168.0.10:9000';

	expect(pageWith(`${own}/b.png`, 'image/png', own)).toMatch(LOADED);
	expect(pageWith(`${own}0/b.png`, 'image/png', own)).not.toMatch(LOADED);
	expect(pageWith(`${own}/b.png`, 'image/png', own)).toContain(
		`img-src https: ${own};`.replace(/[&<>"']/g, ''),
	);
});
