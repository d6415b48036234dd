import { requireFitting } from '../../../client/inputs/fittingFile';
import { FILES } from '../../sampleFiles.mts';

/** What people hand in by mistake, under the name and with the type of what they meant. */

const PAGE = '<!DOCTYPE html><html lang="en">';
const LFS = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
const HLS = '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:6,\nclip0.ts\n';
const XML_ERROR = '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>';
const PICTURES = Buffer.from('--frame\r\nContent-Type: image/jpeg\r\n\r\n');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

const TEXTS: Readonly<Record<string, readonly [Buffer | string, string]>> = {
	'a page': [PAGE, 'a web page'],
	'a page in capitals': ['<HTML><HEAD>', 'a web page'],
	'a page of old': ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', 'a web page'],
	'a page behind blanks': ['\r\n\t  <html>', 'a web page'],
	'a page behind a byte-order mark': [`\uFEFF${PAGE}`, 'a web page'],
	'a page behind comments': ['<!-- saved from url --><!-- > -->\n<html>', 'a web page'],
	'a page in XHTML': [`<?xml version="1.0"?>\n${PAGE}`, 'a web page'],
	'a part of a page': ['<div class="error">', 'a web page'],
	'a page that leads on': ['<script>location="/login"</script>', 'a web page'],
	'a page with a title alone': ['<title>Sign in</title>', 'a web page'],
	'a page in UTF-16': [utf16(`\uFEFF${PAGE}`), 'a web page'],
	'a page in UTF-16 of the other order': [utf16(`\uFEFF${PAGE}`).swap16(), 'a web page'],
	'a page in UTF-16 without a mark': [utf16(PAGE), 'a web page'],
	'an answer in JSON': ['{"error":"not found"}', 'JSON'],
	'an answer in JSON behind a byte-order mark': ['\uFEFF{"a":1}', 'JSON'],
	'an answer in JSON behind blanks': ['\n  { "a": 1 }', 'JSON'],
	'an answer in JSON in UTF-16': [utf16('\uFEFF{"a":1}'), 'JSON'],
	'a list in JSON': ['[{"url":"x"}]', 'JSON'],
	'a list of numbers': ['[1, 2]', 'JSON'],
	'nothing in JSON': ['{}', 'JSON'],
	"a storage's refusal": [XML_ERROR, 'XML'],
	'a feed': ['<rss version="2.0"><channel>', 'XML'],
	'a pointer of Git LFS': [LFS, 'text'],
	'a playlist': [HLS, 'text'],
	'a URL': ['https://example.com/a.png\n', 'text'],
	'a shortcut of Windows': ['[InternetShortcut]\r\nURL=https://x', 'text'],
	'a data URL': ['data:image/png;base64,iVBORw0KGgo', 'text'],
	'a picture in Base64': ['iVBORw0KGgoAAAANSUhEUgAA', 'text'],
	'a photo in Base64': ['/9j/4AAQSkZJRgABAQ', 'text'],
	'the body of a form': ['--x7\r\nContent-Disposition: form-data; name="file"\r\n\r\n', 'text'],
	'a part of a form': ['--x7\r\nContent-Type:application/json\r\n\r\n', 'text'],
	subtitles: ['WEBVTT\n\n00:00.000 --> 00:01.000\n', 'text'],
	'a contact': ['BEGIN:VCARD\nVERSION:3.0\n', 'text'],
	'a certificate': ['-----BEGIN CERTIFICATE-----\n', 'text'],
};

const DOCUMENTS: typeof TEXTS = {
	'a PDF document': [FILES.pdf, 'a PDF document'],
	'a PDF document behind a line': ['\n%PDF-1.4\n', 'a PDF document'],
	'a PDF document behind a byte-order mark': ['\uFEFF%PDF-1.7', 'a PDF document'],
	'a document of Word': [FILES.docx, 'an Office document'],
	'an old one': [FILES.ole, 'an Office document'],
	'a document in RTF': ['{\\rtf1\\ansi', 'an Office document'],
	'an archive': [FILES.zip, 'an archive'],
	'an empty archive': ['PK\x05\x06\0\0\0\0', 'an archive'],
	'an archive of 7-Zip': [FILES.sevenZip, 'an archive'],
	'an archive of RAR': [FILES.rar, 'an archive'],
	'a compressed file': [FILES.gzip, 'an archive'],
	'a tar archive': [`${'photos/'.padEnd(257, '\0')}ustar`, 'an archive'],
	'a program of Windows': [FILES.exe, 'a program'],
	'a program of Linux': [FILES.elf, 'a program'],
	'a script': ['#!/bin/sh\n', 'a program'],
};

const NAMES = {
	image: ['photo.png', 'image/png', 'an image'],
	audio: ['voice.mp3', 'audio/mpeg', 'an audio file'],
	video: ['clip.mp4', 'video/mp4', 'a video'],
} as const;

type Kind = keyof typeof NAMES;

const KINDS = Object.keys(NAMES) as Kind[];

function messageOf(kind: Kind, content: Buffer | string, name: string, mimeType: string): string {
	const encoding = typeof content === 'string' && content.startsWith('\uFEFF') ? 'utf8' : 'latin1';
	const begin = typeof content === 'string' ? Buffer.from(content, encoding) : content;
	try {
		requireFitting({ name, mimeType, begin, size: begin.length }, { key: 'k', label: 'L', kind });
		return '';
	} catch (error) {
		return (error as Error).message;
	}
}

it.each(Object.entries({ ...TEXTS, ...DOCUMENTS }))(
	'%s is rejected for any kind of file, whatever it is called',
	(_, [content, words]) => {
		for (const kind of KINDS) {
			const [name, mimeType, wanted] = NAMES[kind];
			const message = `The file for 'L' is ${words}, not ${wanted}: `;
			for (const type of [mimeType, 'text/plain', 'application/octet-stream']) {
				expect(messageOf(kind, content, name, type)).toBe(`${message}"${name}"`);
				expect(messageOf(kind, content, 'file', type)).toBe(`${message}"file"`);
			}
		}
	},
);

it.each<[string, Kind, Buffer, string]>([
	['a film', 'image', FILES.mp4, 'a video, not an image'],
	['a film of a phone', 'image', FILES.mov, 'a video, not an image'],
	['a film of a camcorder', 'image', FILES.mts, 'a video, not an image'],
	['a film of a camera', 'image', PICTURES, 'a video, not an image'],
	['a film of a screen', 'image', FILES.webm, 'a video, not an image'],
	['a sound', 'image', FILES.wav, 'an audio file, not an image'],
	['a song', 'image', FILES.mp3, 'an audio file, not an image'],
	['a photo', 'audio', FILES.jpeg, 'an image, not an audio file'],
	['a photo of a phone', 'audio', FILES.heic, 'an image, not an audio file'],
	['a picture that moves', 'audio', FILES.gif, 'an image, not an audio file'],
	['a drawing', 'audio', FILES.svg, 'an image, not an audio file'],
	['a photo', 'video', FILES.jpeg, 'an image, not a video'],
	['a still PNG', 'video', FILES.pngOfChance, 'an image, not a video'],
	['a photo of a phone', 'video', FILES.heic, 'an image, not a video'],
	['a song', 'video', FILES.mp3, 'an audio file, not a video'],
	['a recording', 'video', FILES.wav, 'an audio file, not a video'],
	['a voice message', 'video', FILES.oggOpus, 'an audio file, not a video'],
	['a voice of a phone', 'video', FILES.amr, 'an audio file, not a video'],
	['a song of a store', 'video', FILES.m4a, 'an audio file, not a video'],
])('%s for an input of the kind %s is rejected', (_, kind, content, words) => {
	const [name, mimeType] = NAMES[kind];
	for (const type of [mimeType, 'text/plain', 'binary/octet-stream'])
		expect(messageOf(kind, content, name, type)).toBe(`The file for 'L' is ${words}: "${name}"`);
});

it.each<[string, Kind, string, string, string, string]>([
	['a page', 'image', 'Sign in', 'photo.png', 'text/html', 'a web page'],
	['a table', 'image', 'a;b', 'list.csv', 'text/csv', 'text'],
	['notes', 'video', 'hello', 'notes.txt', 'text/plain', 'text'],
	['words without a name', 'video', 'hello', 'data', 'text/plain', 'text'],
	['a thing', 'image', 'glTF\x02\0', 'chair.glb', 'model/gltf-binary', 'a 3D model'],
	['a voice in a container for both', 'video', '\x1aE\xdf\xa3', 'a', 'audio/webm', 'an audio file'],
])('%s by its name or type is rejected for %s', (_, kind, content, name, mimeType, words) => {
	expect(messageOf(kind, content, name, mimeType)).toContain(`The file for 'L' is ${words}, not`);
});

it.each(['text/html; charset=utf-8', 'text/plain', 'application/json'])(
	'bytes that no text has disprove the type %s',
	(mimeType) => {
		expect(messageOf('image', 'FOVb\0\0\x02\0', 'P1.X3F', mimeType)).toBe('');
	},
);
