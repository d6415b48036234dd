import { FILES, png } from '../../sampleFiles.mts';
import { useService } from '../service.mts';
import { handIn, itemOf, type Takes } from './handedIn.mts';

/** The service derives a file's type from the extension of its name, so the name must not contradict the bytes. */

const service = useService();

const askedFor = () =>
	service.emulator
		.requests()
		.filter(({ operation }) => operation === 'token')
		.map(({ path }) => new URL(path, 'http://x').searchParams.get('file_name'));

type Row = readonly [
	what: string,
	takes: Takes,
	content: Buffer,
	name: string,
	mimeType: string,
	ending: RegExp,
];

describe('a file whose bytes are recognized gets the extension of its content', () => {
	it.each<Row>([
		[
			'a photo of a signed URL',
			'picture',
			FILES.jpeg,
			'5f2a9c71',
			'binary/octet-stream',
			/\.jpe?g$/,
		],
		['a photo without a name', 'picture', FILES.jpeg, '', 'application/octet-stream', /\.jpe?g$/],
		['a song called speech', 'sound', FILES.mp3, 'speech', 'application/octet-stream', /\.mp3$/],
		[
			"a photo with n8n's type for unknown files",
			'picture',
			FILES.jpeg,
			'photo',
			'text/plain',
			/\.jpe?g$/,
		],
		[
			'a photo called file.bin',
			'picture',
			FILES.jpeg,
			'file.bin',
			'application/octet-stream',
			/\.jpe?g$/,
		],
	])('%s', async (_, takes, content, name, mimeType, ending) => {
		const read = await handIn(service, takes, await itemOf(content, name, mimeType));

		expect([read.words, read.uploads, read.creates]).toEqual(['', 1, 1]);
		expect(askedFor()).toEqual([expect.stringMatching(ending)]);
	});
});

it('File: Upload names a photo by its bytes as well', async () => {
	const item = await itemOf(await png(), '5f2a9c71', 'application/octet-stream');
	const parameters = { resource: 'file', operation: 'upload', inputField: 'data', options: {} };

	const { error } = await service.run({ parameters, items: [item] });

	expect(error).toBeUndefined();
	expect(askedFor()).toEqual([expect.stringMatching(/\.png$/)]);
});

it('a file that nobody recognizes still needs an extension', async () => {
	const item = await itemOf(Buffer.from('weights'), 'model', 'application/octet-stream');

	const read = await handIn(service, 'picture', item);

	expect(read.words).toContain('no file extension');
	expect(read.creates).toBe(0);
});
