import { Jimp } from 'jimp';

/** The first bytes of files as programs write them, each as short as its format allows. */

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
	Buffer.concat(
		parts.map((part) =>
			typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
		),
	);

/** A box of the formats that Apple and MPEG share: HEIC, AVIF, MP4, MOV, M4A, 3GP. */
function box(type: string, ...content: readonly Buffer[]): Buffer {
	const body = Buffer.concat(content);
	const size = Buffer.alloc(4);
	size.writeUInt32BE(8 + body.length);
	return Buffer.concat([size, Buffer.from(type, 'latin1'), body]);
}

const ftyp = (major: string, ...compatible: readonly string[]) =>
	box('ftyp', bytes(major, [0, 0, 2, 0], ...compatible));

const handler = (type: string) =>
	box('hdlr', bytes([0, 0, 0, 0, 0, 0, 0, 0], type, Array(12).fill(0)));

const track = (type: string) => box('trak', box('mdia', handler(type)));

const mdat = box('mdat', Buffer.alloc(64, 0x21));

const ebml = (docType: string, ...codecs: readonly string[]) =>
	bytes(
		[0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x80 + docType.length],
		docType,
		[0x18, 0x53, 0x80, 0x67, 0x16, 0x54, 0xae, 0x6b],
		...codecs.flatMap((codec) => [[0xae, 0x86, 0x80 + codec.length], codec]),
		[0x1f, 0x43, 0xb6, 0x75],
		Array(32).fill(0x5f),
	);

const ogg = (codec: string) =>
	bytes('OggS', [0, 2], Array(8).fill(0), [1, 0, 0, 0], Array(8).fill(0), [1, 30], codec);

const riff = (form: string, chunk: string) =>
	bytes('RIFF', [36, 0, 0, 0], form, chunk, Array(24).fill(0));

const zip = (name: string) =>
	bytes('PK', [3, 4, 20, 0], Array(20).fill(0), [name.length, 0, 0, 0], name, Array(16).fill(7));

const pngOf = (...chunks: readonly string[]) =>
	bytes(
		[0x89],
		'PNG\r\n\x1a\n',
		...['IHDR', ...chunks].flatMap((name) => [[0, 0, 0, 8], name, Array(12).fill(0)]),
	);

/** A packet of an MPEG transport stream, behind what a camcorder writes before it. */
const packets = (before: readonly number[]) =>
	bytes(...[1, 2, 3].flatMap(() => [before, [0x47, 0x40, 0, 0x10], Array(184).fill(0xff)]));

export const FILES = {
	aac: bytes([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]),
	aiff: bytes('FORM', [0, 0, 0, 46], 'AIFF', 'COMM'),
	amr: bytes('#!AMR\n', [0x3c, 0x91]),
	asf: bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa]),
	avif: Buffer.concat([ftyp('avif', 'avif', 'mif1', 'miaf'), mdat]),
	avifSequence: Buffer.concat([ftyp('avis', 'avis', 'avif', 'msf1'), mdat]),
	bmp: bytes('BM', [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]),
	caf: bytes('caff', [0, 1, 0, 0], 'desc'),
	cr3: Buffer.concat([ftyp('crx ', 'crx ', 'isom'), mdat]),
	docx: zip('[Content_Types].xml'),
	empty: Buffer.alloc(0),
	elf: bytes([0x7f], 'ELF', [2, 1, 1, 0]),
	exe: bytes('MZ', [0x90, 0, 3, 0, 0, 0]),
	flac: bytes('fLaC', [0, 0, 0, 34]),
	gif: bytes('GIF89a', [1, 0, 1, 0, 0x80, 0, 0]),
	gzip: bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
	glb: bytes('glTF', [2, 0, 0, 0, 20, 0, 0, 0]),
	flv: bytes('FLV', [1, 5, 0, 0, 0, 9]),
	heic: Buffer.concat([ftyp('heic', 'mif1', 'heic'), mdat]),
	heicSequence: Buffer.concat([ftyp('heic', 'mif1', 'heic', 'msf1', 'hevc', 'iso8'), mdat]),
	jpeg: bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0, 1, 1, 0]),
	m4a: Buffer.concat([ftyp('M4A ', 'M4A ', 'mp42', 'isom'), mdat]),
	/** As Safari records a voice: the brand is that of a film. */
	mp4OfSound: Buffer.concat([ftyp('iso5', 'iso5', 'isom'), box('moov', track('soun')), mdat]),
	mkaOfSound: ebml('matroska', 'A_FLAC'),
	mkv: ebml('matroska', 'V_MPEG4/ISO/AVC', 'A_AAC'),
	mov: Buffer.concat([ftyp('qt  ', 'qt  '), box('wide'), mdat]),
	mp3: bytes('ID3', [3, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64]),
	mp3Frame: bytes([0xff, 0xfb, 0x90, 0x64, 0, 0]),
	mp4: Buffer.concat([
		ftyp('isom', 'isom', 'avc1'),
		box('moov', track('vide'), track('soun')),
		mdat,
	]),
	/** Its description stands behind the picture, out of sight. */
	mp4Unseen: Buffer.concat([ftyp('isom', 'isom', 'avc1'), mdat]),
	mpg: bytes([0, 0, 1, 0xba, 0x44, 0, 4, 0]),
	mts: packets([0, 0, 0, 0]),
	oggFilm: Buffer.concat([ogg('\x80theora'), ogg('\x01vorbis')]),
	oggOpus: ogg('OpusHead\x01\x02'),
	ole: bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
	pdf: bytes('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3]),
	rar: bytes('Rar!', [0x1a, 7, 1, 0]),
	sevenZip: bytes('7z', [0xbc, 0xaf, 0x27, 0x1c, 0, 4]),
	svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
	tiff: bytes('II', [42, 0, 8, 0, 0, 0]),
	threeGp: Buffer.concat([ftyp('3gp4', '3gp4', 'isom'), mdat]),
	wav: riff('WAVE', 'fmt '),
	webmOfSound: ebml('webm', 'A_OPUS'),
	webm: ebml('webm', 'V_VP9', 'A_OPUS'),
	webp: riff('WEBP', 'VP8L'),
	avi: riff('AVI ', 'LIST'),
	ts: packets([]),
	/** As ffmpeg writes it. */
	apng: pngOf('pHYs', 'acTL', 'fcTL', 'IDAT'),
	/** As a still picture whose pixels contain the name of another chunk. */
	pngOfChance: pngOf('IDAT', 'acTL'),
	eps: bytes('%!PS-Adobe-3.0 EPSF-3.0\n'),
	zip: zip('photo.png'),
} as const satisfies Readonly<Record<string, Buffer>>;

export const png = (): Promise<Buffer> =>
	new Jimp({ width: 2, height: 2, color: 0xcc3322ff }).getBuffer('image/png');
