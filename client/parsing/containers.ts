import {
	ARCHIVE,
	AUDIO,
	AVIF,
	HEIC,
	HEIF,
	IMAGE,
	MOVING_IMAGE,
	OFFICE,
	SOUND_OR_FILM,
	VIDEO,
	type Content,
} from './contents';

/**
 * What is in a container that several kinds of files share, by what it says of its contents.
 * @param head its first bytes, each as a character
 */
export function contentOfContainer(head: string): Content | undefined {
	if (head.startsWith('ftyp', 4)) return contentOfBrand(head);
	// Old films of QuickTime begin without a brand.
	if (/^(moov|mdat|wide|free|skip|pnot)$/.test(head.slice(4, 8))) return contentOfBoxes(head);
	if (head.startsWith('\x1a\x45\xdf\xa3')) return contentOfMatroska(head);
	if (head.startsWith('OggS')) return contentOfOgg(head);
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return contentOfPng(head);
	return head.startsWith('PK\x03\x04') ? contentOfZip(head) : undefined;
}

/** ISO/IEC 14496-12, section 4.3. Some apps accept a sequence of images as a video. */
const BRANDS: Readonly<Record<string, Content>> = {
	...{ avif: AVIF, avis: { ...AVIF, media: MOVING_IMAGE.media } },
	...{ heic: HEIC, heix: HEIC, heim: HEIC, heis: HEIC },
	...{ hevc: { ...HEIC, media: MOVING_IMAGE.media }, hevx: { ...HEIC, media: MOVING_IMAGE.media } },
	...{ mif1: HEIF, mif2: HEIF, msf1: { ...HEIF, media: MOVING_IMAGE.media } },
	'crx ': IMAGE,
	...{ 'M4A ': AUDIO, 'M4B ': AUDIO, 'F4A ': AUDIO, 'F4B ': AUDIO },
	...{ 'M4V ': VIDEO, M4VH: VIDEO, M4VP: VIDEO, 'F4V ': VIDEO },
};

const BOX_HEAD = 8;

function contentOfBrand(head: string): Content {
	const major = head.slice(8, 12);
	const known = Object.hasOwn(BRANDS, major) ? BRANDS[major] : undefined;
	if (known?.format !== 'HEIF') return known ?? contentOfBoxes(head);
	const compatible = head.slice(16, sizeAt(head, 0));
	const codec = ['avif', 'heic', 'heix'].find((brand) => compatible.includes(brand)) ?? '';
	return BRANDS[codec] ?? known;
}

/**
 * A video track makes it a video. An audio track makes it an audio file only if all tracks can be
 * seen.
 */
function contentOfBoxes(head: string): Content {
	const handlers = Array.from(head.matchAll(/hdlr.{8}(vide|soun)/gs), ([, type]) => type);
	if (handlers.includes('vide')) return VIDEO;
	const moov = head.indexOf('moov') - 4;
	const isWhole = moov >= 0 && moov + sizeAt(head, moov) <= head.length;
	if (handlers.includes('soun') && isWhole) return AUDIO;
	// The name of a 3GP file doesn't say which it is: phones record both video and audio as 3GP.
	return head.startsWith('3g', BOX_HEAD) ? SOUND_OR_FILM : { ...SOUND_OR_FILM, isOpen: true };
}

function sizeAt(head: string, at: number): number {
	return [0, 1, 2, 3].reduce((size, n) => size * 256 + head.charCodeAt(at + n), 0);
}

/** RFC 9559: the tracks stand before the first cluster. */
function contentOfMatroska(head: string): Content {
	const cluster = head.indexOf('\x1f\x43\xb6\x75');
	const tracks = cluster === -1 ? head : head.slice(0, cluster);
	if (/V_[A-Z]/.test(tracks)) return VIDEO;
	return cluster !== -1 && /A_[A-Z]/.test(tracks) ? AUDIO : SOUND_OR_FILM;
}

/** RFC 3533: each track begins with a page of its own. */
function contentOfOgg(head: string): Content {
	const has = (sign: string) => head.includes(sign);
	if (['\x80theora', '\x01video\0'].some(has)) return VIDEO;
	const isSound = ['OpusHead', '\x01vorbis', '\x7fFLAC', 'Speex   '].some(has);
	return isSound ? AUDIO : SOUND_OR_FILM;
}

/** The chunk that announces frames stands before the pixels. */
function contentOfPng(head: string): Content {
	return /acTL|IDAT/.exec(head)?.[0] === 'acTL' ? MOVING_IMAGE : IMAGE;
}

/** Documents of Office are archives whose files have these names. */
function contentOfZip(head: string): Content {
	const isOffice = /\[Content_Types\]\.xml|(word|xl|ppt)\/|opendocument/.test(head);
	return isOffice ? OFFICE : ARCHIVE;
}
