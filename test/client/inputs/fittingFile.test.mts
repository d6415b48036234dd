import fc from 'fast-check';
import { readBegin, requireFitting } from '../../../client/inputs/fittingFile';
import { FILES } from '../../sampleFiles.mts';
import { createFile } from '../files/uploading.mts';

const INPUT = { key: '1:A.image', label: 'Picture', kind: 'image' } as const;

const head = (begin: Uint8Array, name = 'photo.png', mimeType = 'image/png') => ({
	...{ name, mimeType, begin },
	size: begin.length,
});

it('of a large file only the first bytes are read', async () => {
	const file = createFile({ chunks: Array<string>(100).fill('a red kite'.repeat(100)) });

	const begin = await readBegin(file);

	expect(begin).toHaveLength(4_100);
	expect(file.counts).toEqual({ opened: 1, leftEarly: 1 });
});

it('of a small file all bytes are read', async () => {
	const begin = await readBegin(createFile());

	expect(Buffer.from(begin).toString()).toBe('a red kite');
});

it('a signature counts in its place only', () => {
	const shifted = Buffer.concat([Buffer.from('kite '), FILES.pdf]);

	expect(() => requireFitting(head(shifted), INPUT)).not.toThrow();
});

it('any beginning of any file is read without an error of its own', () => {
	const beginnings = fc.constantFrom(...Object.values(FILES));
	fc.assert(
		fc.property(beginnings, fc.nat(80), fc.uint8Array({ maxLength: 80 }), (file, cut, rest) => {
			const begin = Buffer.concat([file.subarray(0, cut), rest]);
			try {
				requireFitting(head(begin), INPUT);
			} catch (error) {
				expect(error).toMatchObject({ kind: 'input' });
			}
		}),
	);
});
