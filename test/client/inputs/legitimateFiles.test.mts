import { uploadName } from '../../../client/files/uploadedFile';
import { requireFitting } from '../../../client/inputs/fittingFile';
import { requireOfEngine } from '../../nodes/engineLibrary.mts';
import { FILES } from '../../sampleFiles.mts';

/** What people hand in that apps can use. None of it may be rejected, whatever n8n calls it. */

const mime = requireOfEngine('mime-types') as { lookup(name: string): string | false };

/** The types that n8n gives to a file: by its extension, or as a server and n8n call unknown ones. */
const typesOf = (name: string) => [
	mime.lookup(name) || 'text/plain',
	...['text/plain', 'application/octet-stream', 'binary/octet-stream', ''],
];

type Rows = Readonly<Record<string, Buffer | string>>;

/** What no row of beginnings knows. */
const RAW = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 0x80, 0xff]);
const isom = FILES.mp4Unseen;

/** A photo under a main brand that others may have, too. What is in it follows (ISO/IEC 23008-12). */
const heif = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`;

const IMAGES: Rows = {
	...{ 'IMG_2.avci': heif('avci'), 'IMG_2.heif': heif('miaf'), 'IMG_3.heif': heif('1pic') },
	...{ 'photo.jpg': FILES.jpeg, 'photo.JPEG': FILES.jpeg, 'photo.jfif': FILES.jpeg },
	...{ 'photo.jpe': FILES.jpeg, 'PXL_1.MP.jpg': FILES.jpeg, 'pano.insp': FILES.jpeg },
	...{ 'stereo.mpo': FILES.jpeg, 'photo.png': FILES.jpeg, 'photo.webp': FILES.jpeg },
	...{ 'view.php': FILES.jpeg, 'image.bin': FILES.jpeg, 'image.tmp': FILES.jpeg },
	...{ 'image.txt': FILES.jpeg, 'download.aspx': FILES.jpeg, 'clip.mp4': FILES.jpeg },
	...{ 'a.png': FILES.pngOfChance, 'sticker.apng': FILES.apng, 'sticker.png': FILES.apng },
	...{ 'a.gif': FILES.gif, 'a.gifv': FILES.gif, 'a.webp': FILES.webp, 'screen.bmp': FILES.bmp },
	...{ 'IMG_1.HEIC': FILES.heic, 'IMG_1.hif': FILES.heic, 'burst.heics': FILES.heicSequence },
	...{ 'IMG_1.heif': FILES.heic, 'a.avif': FILES.avif, 'a.avifs': FILES.avifSequence },
	...{ 'scan.tif': FILES.tiff, 'scan.tiff': FILES.tiff, 'IMG_1.DNG': FILES.tiff },
	...{ 'IMG_1.NEF': FILES.tiff, 'IMG_1.ARW': FILES.tiff, 'IMG_1.CR2': FILES.tiff },
	...{ 'IMG_1.CR3': FILES.cr3, 'P1.RAF': 'FUJIFILMCCD-RAW 0201', 'P1.ORF': 'IIRO\x08\0\0\0' },
	...{ 'P1.RW2': 'IIU\0\x18\0\0\0', 'P1.X3F': 'FOVb\0\0\x02\0', 'P1.raw': RAW, 'P1.3fr': RAW },
	...{ 'a.svg': FILES.svg, 'b.svg': `<?xml version="1.0"?>\n<!-- Inkscape -->\n${FILES.svg}` },
	...{ 'c.svg': `\uFEFF${FILES.svg}`, 'd.svg': `<!DOCTYPE svg PUBLIC "a" "b">${FILES.svg}` },
	...{ 'e.svg': `<!--${'x'.repeat(5_000)}-->${FILES.svg}`, 'logo.svgz': FILES.gzip },
	...{ 'logo.eps': FILES.eps, 'logo.ai': FILES.pdf, 'paint.kra': FILES.zip, 'a.ora': FILES.zip },
	...{ 'poster.psd': '8BPS\0\x01\0\0', 'poster.psb': '8BPS\0\x02\0\0', 'a.xcf': 'gimp xcf v011\0' },
	...{
		'a.exr': 'v/1\x01\x02\0\0\0',
		'a.hdr': '#?RADIANCE\n',
		'a.tga': RAW,
		'a.dds': 'DDS |\0\0\0',
	},
	...{ 'a.ico': '\0\0\x01\0\x01\0', 'a.icns': 'icns\0\0\x01\0', 'a.pcx': RAW, 'a.qoi': 'qoif\0\0' },
	...{ 'a.ppm': 'P3\n2 2\n255\n', 'a.pgm': 'P5\n2 2\n255\n', 'a.xbm': '#define a_width 16\n' },
	...{ 'a.jxl': RAW, 'a.jp2': '\0\0\0\x0cjP  ', 'a.jxr': 'II\xbc\x01', 'a.fits': 'SIMPLE  = T' },
	...{ 'a.dcm': RAW, 'a.cube': 'TITLE "warm"\nLUT_3D_SIZE 2\n', 'a.emf': RAW, 'a.wmf': RAW },
};

const FILMS: Rows = {
	'cover.mp4': '\0\0\0\x1cftypmp42\0\0\0\0mp42isommif1',
	...{ 'door.mjpg': '--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 4096\r\n\r\n' },
	...{ 'clip.mp4': FILES.mp4, 'talk.mp4': isom, 'clip.m4v': isom, 'clip.mov': FILES.mov },
	...{ 'IMG_1.MOV': FILES.mov, 'clip.qt': FILES.mov, 'GX010001.MP4': isom, 'GX010001.LRV': isom },
	...{ 'VID_1.insv': isom, 'clip.f4v': isom, 'clip.3gp': FILES.threeGp, 'clip.3g2': isom },
	...{
		'clip.webm': FILES.webm,
		'clip.mkv': FILES.mkv,
		'clip.avi': FILES.avi,
		'clip.flv': FILES.flv,
	},
	...{ 'clip.mpg': FILES.mpg, 'VTS_01_1.VOB': FILES.mpg, 'MOV001.MOD': FILES.mpg },
	...{
		'00012.MTS': FILES.mts,
		'00012.m2ts': FILES.mts,
		'tv.ts': FILES.ts,
		'MOV001.TOD': FILES.mts,
	},
	...{
		'tv.m2t': FILES.ts,
		'clip.wmv': FILES.asf,
		'clip.asf': FILES.asf,
		'clip.ogv': FILES.oggFilm,
	},
	...{ 'clip.ogg': FILES.oggFilm, 'clip.mxf': '\x06\x0e\x2b\x34\x02\x05\x01\x01', 'clip.dv': RAW },
	...{ 'clip.y4m': 'YUV4MPEG2 W2 H2\n', 'clip.ivf': 'DKIF\0\0 \0', 'clip.rm': '.RMF\0\0\0\x12' },
	...{ 'clip.h264': '\0\0\0\x01g', 'clip.r3d': RAW, 'clip.braw': RAW, 'camera.mjpeg': FILES.jpeg },
	...{ 'a.gif': FILES.gif, 'a.webp': FILES.webp, 'a.png': FILES.apng, 'a.apng': FILES.apng },
	...{ 'a.avif': FILES.avifSequence, 'a.heic': FILES.heicSequence, 'clip.php': FILES.mp4 },
	...{ 'clip.dat': FILES.mpg, 'clip.bin': FILES.webm, 'clip.swf': 'CWS\x0a', 'a.mp4': FILES.gif },
	...{ 'old.mov': '\0\0\x10\0moov\0\0\0\0', 'zero.mov': '\0\0\0\0moovtrakhdlr........soun' },
	...{ 'clip.mp4v': isom, 'screen.webm': FILES.webmOfSound },
};

const SOUNDS: Rows = {
	...{ 'call.pcm': '\x90\x8b\x91\x8b', 'call.raw': '\x02\x8b\0\x8b' },
	...{
		'a.mp3': FILES.mp3,
		'b.mp3': FILES.mp3Frame,
		'a.mp2': '\xff\xfd\x84\x04',
		'a.wav': FILES.wav,
	},
	...{ 'a.m4a': FILES.m4a, 'b.m4a': isom, 'book.m4b': FILES.m4a, 'ring.m4r': FILES.m4a },
	...{ 'a.aac': FILES.aac, 'a.flac': FILES.flac, 'a.ogg': FILES.oggOpus, 'a.opus': FILES.oggOpus },
	...{ 'a.oga': FILES.oggOpus, 'a.weba': FILES.webmOfSound, 'a.webm': FILES.webmOfSound },
	...{ 'a.mka': FILES.mkaOfSound, 'a.wma': FILES.asf, 'a.aiff': FILES.aiff, 'a.aif': FILES.aiff },
	...{ 'a.aifc': FILES.aiff, 'a.amr': FILES.amr, 'a.awb': '#!AMR-WB\n', 'a.caf': FILES.caf },
	...{ 'voice.3gp': FILES.threeGp, 'voice.mp4': FILES.mp4OfSound, 'a.au': '.snd\0\0\0\x18' },
	...{ 'a.ac3': '\x0bw\0\0', 'a.dsf': 'DSD \x1c\0\0\0', 'a.tta': 'TTA1\x01\0', 'a.wv': 'wvpk\0\0' },
	...{
		'a.ape': 'MAC \x96\x0f\0\0',
		'a.mid': 'MThd\0\0\0\x06',
		'a.w64': 'riff\x2e\x91',
		'a.dts': RAW,
	},
	...{ 'a.mpc': 'MPCK', 'a.silk': '\x02#!SILK_V3', 'a.qcp': 'RIFF\0\0\0\0QLCM', 'a.gsm': RAW },
	...{ 'call.bin': FILES.mp3, 'call.php': FILES.wav, 'voice.tmp': FILES.oggOpus },
	// The loader takes the sound of a film.
	...{ 'talk.mp4': FILES.mp4, 'unseen.mp4': isom, 'call.mov': FILES.mov, 'call.webm': FILES.webm },
	...{
		'call.mkv': FILES.mkv,
		'call.avi': FILES.avi,
		'call.mpg': FILES.mpg,
		'00012.MTS': FILES.mts,
	},
	...{ 'call.wmv': FILES.asf, 'call.flv': FILES.flv, 'call.ogv': FILES.oggFilm },
};

/** For inputs that take a file of any kind, such as a model. */
const OTHERS: Rows = {
	...{ 'chair.glb': FILES.glb, 'chair.obj': '# Blender\no Chair\n', 'chair.stl': 'solid chair\n' },
	...{ 'chair.gltf': '{\n"asset": {"version": "2.0"}}', 'chair.dae': '<?xml?>\n<COLLADA/>' },
	...{ 'chair.3mf': FILES.docx, 'chair.usdz': FILES.zip, 'chair.fbx': 'Kaydara FBX Binary' },
	...{ 'style.safetensors': '\x8b\0\0\0\0\0\0\0{"a":1}', 'frames.zip': FILES.zip },
	...{ 'list.csv': 'a,b\n', 'notes.txt': 'hello', 'talk.srt': '1\n00:00:01,000', 'a.json': '{}' },
	...{ 'page.html': '<!doctype html>', 'bill.pdf': FILES.pdf, 'face.ttf': RAW },
};

const kinds = { image: IMAGES, video: FILMS, audio: SOUNDS, file: OTHERS };
const rows = Object.entries(kinds).flatMap(([kind, files]) =>
	Object.entries(files).map(
		([name, content]) => [kind as keyof typeof kinds, name, content] as const,
	),
);

it.each(rows)('%s: %s', (kind, name, content) => {
	const begin = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
	for (const mimeType of typesOf(name)) {
		const file = { name, mimeType, begin, size: begin.length };
		expect(() => requireFitting(file, { key: 'k', label: 'L', kind })).not.toThrow();
		expect(() => requireFitting(file)).not.toThrow();
		expect(uploadName(file)).toContain(name);
	}
});

it('are more than a hundred and twenty', () => {
	expect(rows.length).toBeGreaterThan(120);
});
