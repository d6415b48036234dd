import { FILES, png } from '../../sampleFiles.mts';
import { useService } from '../service.mts';
import { handIn, itemOf, type Takes } from './handedIn.mts';

/** What a file is, and whether an input takes it, is decided in client/inputs, whose tests have all kinds of them. */
const service = useService();

type Row = readonly [
	what: string,
	takes: Takes,
	content: Buffer | string,
	name: string,
	mimeType: string,
];

describe('a file that its first bytes, its name or its type give away is rejected before it is uploaded or charged', () => {
	it.each<[...Row, string]>([
		['of 0 bytes', 'film', FILES.empty, 'clip.mp4', 'video/mp4', 'empty'],
		['a page', 'picture', '<html>', 'photo.png', 'image/png', 'is a web page, not an image'],
		['a page, for a sound', 'sound', '<html>', 'a.mp3', 'audio/mpeg', 'web page, not an audio'],
		['a program', 'film', FILES.exe, 'clip.mp4', 'video/mp4', 'is a program, not a video'],
		['a film', 'picture', FILES.mp4, 'a.png', 'image/png', 'is a video, not an image'],
		['a picture, for a sound', 'sound', FILES.webp, 'a.webp', 'image/webp', 'is an image, not an'],
		['a recorded voice, for a film', 'film', FILES.webmOfSound, 'a.weba', 'audio/webm', 'audio'],
		['a page by its name', 'picture', 'Sign in', 'view.html', 'image/png', 'is a web page, not an'],
		['a sound by its name', 'film', '....', 'a.mp3', '', 'is an audio file, not a video'],
		['a film by its type', 'picture', '....', 'clip', 'video/mp4', 'is a video, not an image'],
		['a type with parameters', 'picture', '..', 'a', 'audio/webm;codecs=opus', 'is an audio file'],
	])('%s', async (_, takes, content, name, mimeType, words) => {
		const read = await handIn(service, takes, await itemOf(content, name, mimeType));

		expect(read.words).toContain(words);
		expect([read.uploads, read.creates]).toEqual([0, 0]);
	});
});

describe('a file that an app may be able to use is sent', () => {
	it.each<Row>([
		['unknown bytes of an unknown type', 'picture', '....', 'a.xyz', 'application/octet-stream'],
		['a photo with the type of a page', 'picture', FILES.jpeg, 'a.jpg', 'text/html'],
		['a moving PNG, for a film', 'film', FILES.apng, 'a.png', 'image/png'],
		['a voice that Chrome recorded', 'sound', FILES.webmOfSound, 'a.webm', 'video/webm'],
		['a film, for a sound', 'sound', FILES.mkv, 'a.mkv', 'video/x-matroska'],
		['a text with a heart', 'picture', '<3 kites', 'a.png', 'image/png'],
	])('%s', async (_, takes, content, name, mimeType) => {
		const read = await handIn(service, takes, await itemOf(content, name, mimeType));

		expect([read.words, read.uploads, read.creates]).toEqual(['', 1, 1]);
	});

	it('a real picture', async () => {
		const read = await handIn(service, 'picture', await itemOf(await png(), 'a.png', 'image/png'));

		expect([read.words, read.creates]).toEqual(['', 1]);
	});
});
