import fc from 'fast-check';
import { readOutputs } from '../../../client/api/taskOutputs';

const A = 'https://a.example/1.PNG';
const B = 'https://a.example/2';

function read(outputs: unknown) {
	return readOutputs(outputs, 'r-1').map(({ url, text, ok }) => ({ url, text, ok }));
}

const file = (url: string) => ({ url, text: undefined, ok: true });
const text = (words: string) => ({ url: undefined, text: words, ok: true });

describe('the outputs of a model', () => {
	it.each([
		['lists of URLs and texts by kind', { images: [A], texts: ['a'] }, [file(A), text('a')]],
		['another kind of file', { meshes: [A, B] }, [file(A), file(B)]],
		['a URL that is a text', { texts: [A], text: B }, [text(A), text(B)]],
		['single values', { images: A, texts: 'a' }, [file(A), text('a')]],
		['a list of URLs', [A, B], [file(A), file(B)]],
		['records with a URL', { images: [{ url: A }, { object_url: B }] }, [file(A), file(B)]],
		[
			'records with a text',
			{ texts: [{ text: 'a' }], others: [{ text: 'b' }] },
			[text('a'), text('b')],
		],
		['a record in a list of texts', { texts: [{ url: A }] }, [text(`{"url":"${A}"}`)]],
		['other records', { scores: [{ cat: 0.9 }] }, [text('{"cat":0.9}')]],
		['other values', { scores: [0.5, true, [1]] }, [text('0.5'), text('true'), text('[1]')]],
		['words where a URL is expected', { images: ['x'] }, [text('x')]],
		['URLs of other schemes', { images: ['file:///etc/passwd'] }, [text('file:///etc/passwd')]],
		['nothing', { images: null, videos: [], texts: ['', null] }, []],
		['null', null, []],
	])('can be %s', (_, outputs, expected) => {
		expect(read(outputs)).toEqual(expected);
	});

	it.each([
		['an error', { error_type: 'EXECUTION_ERROR' }],
		['a content check', { url: A, audit_status: 3 }],
	])('are not usable after %s', (_, record) => {
		expect(readOutputs({ images: [record] }, 'r-1')).toMatchObject([{ ok: false }]);
	});

	it('are numbered in their order, with the extension of their URL', () => {
		const outputs = readOutputs({ texts: ['a'], images: [A, B] }, 'r-1');

		expect(outputs.slice(1)).toMatchObject([
			{ fileName: 'r-1_2.png', mimeType: 'image/png' },
			{ fileName: 'r-1_3', mimeType: 'application/octet-stream' },
		]);
	});

	it('are read from any JSON, and each is a file with a web address or a text', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (outputs) => {
				for (const { url, text: words, ok } of readOutputs(outputs, 'r-1')) {
					if (ok && words === undefined) expect(url).toMatch(/^https?:\/\//);
					if (words !== undefined) expect(typeof words).toBe('string');
				}
			}),
		);
	});
});
