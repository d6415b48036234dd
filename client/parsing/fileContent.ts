import {
	ARCHIVE,
	AUDIO,
	DATABASE,
	FONT,
	IMAGE,
	MODEL,
	MOVING_IMAGE,
	OFFICE,
	PDF,
	POSTSCRIPT,
	PROGRAM,
	SOUND_OR_FILM,
	TIFF,
	VIDEO,
	type Content,
} from './contents';
import { contentOfContainer } from './containers';
import { contentOfText } from './textContent';

/** This many bytes identify nearly all files (file-type takes 4,100 as well). */
export const HEAD_BYTES = 4_100;

/**
 * How files begin, according to file-type 22 (MIT, https://github.com/sindresorhus/file-type) and
 * the formats' specifications; `?` stands for any byte. Formats that some app may read, such as raw
 * photos, are left out unless other formats begin alike: unrecognized bytes pass.
 */
const SIGNATURES: readonly (readonly [Content, ...(readonly string[])])[] = [
	[IMAGE, '\xff\xd8\xff', 'BM????\0\0\0\0', '8BPS\0', 'qoif', 'gimp xcf '],
	[IMAGE, '\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\0\x0cjP  ', '\xff\x4f\xff\x51', '\0\0\x01\0?\0'],
	[TIFF, 'II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
	[MOVING_IMAGE, 'GIF87a', 'GIF89a', 'RIFF????WEBP'],
	[
		AUDIO,
		'ID3',
		'\xff\xfb',
		'\xff\xfa',
		'\xff\xf3',
		'\xff\xf2',
		'\xff\xe3',
		'\xff\xf1',
		'\xff\xf9',
	],
	[AUDIO, 'RIFF????WAVE', 'RF64????WAVE', 'FORM????AIFF', 'FORM????AIFC', 'fLaC', '#!AMR'],
	[AUDIO, 'caff\0\x01', 'MThd\0\0\0\x06', 'wvpk', 'MAC ?\x0f', '.snd\0\0\0'],
	[
		VIDEO,
		'RIFF????AVI ',
		'FLV\x01',
		'\0\0\x01\xba',
		'\0\0\x01\xb3',
		'\x06\x0e\x2b\x34\x02\x05\x01\x01',
	],
	[SOUND_OR_FILM, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', '.RMF\0\0\0'],
	[PDF, '%PDF-'],
	[POSTSCRIPT, '%!PS-Adobe-'],
	[OFFICE, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '{\\rtf'],
	[
		ARCHIVE,
		'PK\x05\x06',
		'PK\x07\x08',
		'\x1f\x8b\x08',
		'BZh?1AY&SY',
		'\xfd7zXZ\0',
		'\x28\xb5\x2f\xfd',
	],
	[ARCHIVE, '7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07', 'MSCF\0\0\0\0', '\x04\x22\x4d\x18', 'LZIP\x01'],
	[PROGRAM, '\x7fELF', 'MZ\x90\0', 'MZP\0', 'MZ\0\0', '\0asm', '#!/', '\xca\xfe\xba\xbe\0'],
	[PROGRAM, '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xfe\xed\xfa\xcf', '\xfe\xed\xfa\xce'],
	[FONT, 'wOFF', 'wOF2', 'OTTO\0', '\0\x01\0\0\0', 'ttcf'],
	[MODEL, 'glTF\x02\0\0\0', 'Kaydara FBX Binary', 'BLENDER'],
	[DATABASE, 'SQLite format 3\0', 'PAR1'],
];

/** What marks a tar archive, after the name of its first file. */
const TAR = { sign: 'ustar', at: 257 };

/** What its first bytes say that a file is; undefined where they say nothing. */
export function contentOfBytes(head: Uint8Array): Content | undefined {
	// As text, because signatures are written so; each byte is one character.
	const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
	const known = SIGNATURES.find(([, ...signs]) => signs.some((sign) => beginsWith(text, sign)));
	if (known) return known[0];
	if (text.startsWith(TAR.sign, TAR.at)) return ARCHIVE;
	return contentOfContainer(text) ?? contentOfText(text);
}

function beginsWith(text: string, sign: string): boolean {
	if (text.length < sign.length) return false;
	for (let at = 0; at < sign.length; at++)
		if (sign[at] !== '?' && sign[at] !== text[at]) return false;
	return true;
}
