import { FILES, png } from '../../sampleFiles.mts';
import { useService } from '../service.mts';
import { handIn, itemOf, type Takes } from './handedIn.mts';

const service = useService();

type Row = readonly [
	what: string,
	takes: Takes,
	content: Buffer | string,
	name: string,
	mimeType: string,
];

const LFS = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
const XML_ERROR =
	'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>';
const FORM_BODY =
	'------WebKitFormBoundaryx7\r\nContent-Disposition: form-data; name="file"\r\n\r\nPNG';
const PLAYLIST = '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:6,\nclip0.ts\n';
const UTF16_PAGE = Buffer.from('\uFEFF<!DOCTYPE html><html>', 'utf16le');

describe('a file that its first bytes give away is rejected before it is uploaded or charged', () => {
	it.each<[...Row, string]>([
		['of 0 bytes', 'film', FILES.empty, 'clip.mp4', 'video/mp4', 'empty'],
		...(
			[
				['that a share link returns', '<!doctype html><html lang="en">'],
				['in capitals', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">'],
				['behind a BOM and blanks', '\uFEFF\r\n\t <html>'],
				['behind comments', '<!-- saved from url --><!-- x -->\n<html>'],
				['in XHTML', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "a" "b"><html>'],
				['without a beginning', '<script>location="/login"</script>'],
				['in UTF-16', UTF16_PAGE],
				['in UTF-16 of the other order', Buffer.from('\uFEFF<html>', 'utf16le').swap16()],
			] as const
		).map(([what, page]): [...Row, string] => [
			`a page ${what}`,
			'picture',
			page,
			'photo.png',
			'image/png',
			'is a web page, not an image',
		]),
		['a page, for a film', 'film', '<html>', 'clip.mp4', 'video/mp4', 'web page, not a video'],
		['a page, for a sound', 'sound', '<html>', 'a.mp3', 'audio/mpeg', 'web page, not an audio'],
		['an answer in JSON', 'picture', ' {"error": 1}', 'a.png', 'image/png', 'is JSON, not an'],
		['a list in JSON', 'picture', '[{"a": 1}]', 'a.png', 'image/png', 'is JSON, not an'],
		["a storage's refusal", 'picture', XML_ERROR, 'a.jpg', 'image/jpeg', 'is XML, not an'],
		['a pointer of Git LFS', 'picture', LFS, 'a.png', 'image/png', 'is text, not an'],
		['a URL as a file', 'film', 'https://x.example/a.mp4\n', 'a.mp4', 'video/mp4', 'is text, not'],
		[
			'a playlist',
			'film',
			PLAYLIST,
			'clip.m3u8',
			'application/vnd.apple.mpegurl',
			'is text, not a',
		],
		['a playlist, for a sound', 'sound', PLAYLIST, 'a.m3u8', 'audio/x-mpegurl', 'is text, not an'],
		['the body of a form', 'picture', FORM_BODY, 'a.png', 'image/png', 'is text, not an'],
		['a data URL', 'picture', 'data:image/png;base64,iVBOR', 'a.png', 'image/png', 'is text, not'],
		['a picture in Base64', 'picture', 'iVBORw0KGgoAAAANSUhEUg', 'a.png', 'image/png', 'is text'],
		['a PDF', 'picture', FILES.pdf, 'scan.jpg', 'image/jpeg', 'is a PDF document, not an image'],
		['a document of Word', 'picture', FILES.docx, 'a.png', 'image/png', 'is an Office document'],
		['an old one', 'picture', FILES.ole, 'a.png', 'image/png', 'is an Office document'],
		['an archive', 'picture', FILES.zip, 'photos.png', 'image/png', 'is an archive, not an image'],
		['an archive of sounds', 'sound', FILES.rar, 'a.mp3', 'audio/mpeg', 'is an archive, not'],
		['what was left compressed', 'picture', FILES.gzip, 'a.png', 'image/png', 'is an archive'],
		['a program', 'film', FILES.exe, 'clip.mp4', 'video/mp4', 'is a program, not a video'],
		['a film', 'picture', FILES.mp4, 'a.png', 'image/png', 'is a video, not an image'],
		['a film without a visible track', 'picture', FILES.mov, 'a.mov', 'video/quicktime', 'a video'],
		['a picture, for a sound', 'sound', FILES.webp, 'a.webp', 'image/webp', 'is an image, not an'],
		[
			'a still PNG, for a film',
			'film',
			FILES.pngOfChance,
			'a.png',
			'image/png',
			'is an image, not a',
		],
		['a picture, for a film', 'film', FILES.jpeg, 'a.mp4', 'video/mp4', 'is an image, not a video'],
		['a HEIC photo, for a film', 'film', FILES.heic, 'a.heic', 'image/heic', 'is an image, not a'],
		['a sound, for a film', 'film', FILES.m4a, 'a.mp4', 'video/mp4', 'is an audio file, not a'],
		['a recorded voice, for a film', 'film', FILES.webmOfSound, 'a.weba', 'audio/webm', 'audio'],
		['a sound, for a picture', 'picture', FILES.wav, 'a.wav', 'audio/wav', 'is an audio file'],
	])('%s', async (_, takes, content, name, mimeType, words) => {
		const read = await handIn(service, takes, await itemOf(content, name, mimeType));

		expect(read.words).toContain(words);
		expect([read.uploads, read.creates]).toEqual([0, 0]);
	});
});

describe('where the bytes say nothing, name and type decide', () => {
	it.each<[...Row, string]>([
		['a page by its type', 'picture', 'Sign in', 'photo.png', 'text/html', 'is a web page, not an'],
		['a page by its name', 'picture', 'Sign in', 'view.html', 'image/png', 'is a web page, not an'],
		['a table', 'picture', 'a;b', 'list.csv', 'text/csv', 'is text, not an image'],
		['subtitles', 'film', '1\n00:00', 'a.srt', 'application/x-subrip', 'is text, not a video'],
		['notes', 'film', 'hello', 'notes.txt', 'text/plain', 'is text, not a video'],
		['a sound by its name', 'film', '....', 'a.mp3', '', 'is an audio file, not a video'],
		['a film by its type', 'picture', '....', 'clip', 'video/mp4', 'is a video, not an image'],
		['a type with parameters', 'picture', '..', 'a', 'audio/webm;codecs=opus', 'is an audio file'],
	])('%s is rejected', async (_, takes, content, name, mimeType, words) => {
		const read = await handIn(service, takes, await itemOf(content, name, mimeType));

		expect(read.words).toContain(words);
		expect([read.uploads, read.creates]).toEqual([0, 0]);
	});
});

describe('a file that an app may be able to use is sent', () => {
	it.each<Row>([
		['unknown bytes with a fitting type', 'picture', 'a red kite', 'kite.png', 'image/png'],
		['unknown bytes of an unknown type', 'picture', '....', 'a.xyz', 'application/octet-stream'],
		["a type that n8n gives to what it doesn't know", 'film', '....', 'clip.mp4', 'text/plain'],
		['a photo with the type of a page', 'picture', FILES.jpeg, 'a.jpg', 'text/html'],
		['a photo with another extension', 'picture', FILES.jpeg, 'a.png', 'image/png'],
		['a drawing', 'picture', FILES.svg, 'a.svg', 'image/svg+xml'],
		[
			'a drawing behind a declaration',
			'picture',
			`<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE svg PUBLIC "a" "b">\n${FILES.svg}`,
			'a.svg',
			'image/svg+xml',
		],
		['a drawing of a program', 'picture', '<ns0:svg xmlns:ns0="x">', 'a.svg', 'image/svg+xml'],
		['a HEIC photo', 'picture', FILES.heic, 'IMG_1.HEIC', 'image/heic'],
		['an AVIF picture', 'picture', FILES.avif, 'a.avif', 'image/avif'],
		['a moving GIF, for a film', 'film', FILES.gif, 'a.gif', 'image/gif'],
		['a moving PNG, for a film', 'film', FILES.apng, 'a.png', 'image/png'],
		['a voice that Safari recorded', 'sound', FILES.mp4OfSound, 'a.mp4', 'video/mp4'],
		['a voice that Chrome recorded', 'sound', FILES.webmOfSound, 'a.webm', 'video/webm'],
		['a voice of a messenger', 'sound', FILES.oggOpus, 'a.ogg', 'audio/ogg'],
		['a voice of an old phone', 'sound', FILES.threeGp, 'a.3gp', 'video/3gpp'],
		['a song without tags', 'sound', FILES.mp3Frame, 'a.mp3', 'audio/mpeg'],
		['a raw AAC sound', 'sound', FILES.aac, 'a.aac', 'audio/aac'],
		['a sound declared as such in a film', 'sound', FILES.mp4Unseen, 'a.mp4', 'audio/mp4'],
		['a film, for a sound', 'sound', FILES.mkv, 'a.mkv', 'video/x-matroska'],
		[
			'a film whose tracks are out of sight, for a sound',
			'sound',
			FILES.mp4Unseen,
			'a.mp4',
			'video/mp4',
		],
		['a drawing to print, which Pillow reads', 'picture', FILES.eps, 'logo.eps', 'image/x-eps'],
		['a film of a phone', 'film', FILES.mov, 'a.mov', 'video/quicktime'],
		['a film of a screen', 'film', FILES.webm, 'a.webm', 'video/webm'],
		['an old film', 'film', FILES.avi, 'a.avi', 'video/x-msvideo'],
		['a text that looks like a list', 'picture', '[kite] red', 'a.png', 'image/png'],
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
