import type { Picture } from './picture.mts';

/** A part of a picture that moves over it, from one end to the other. */
export type Pan = { readonly frames: number; readonly width: number; readonly height: number };

export const FRAMES_PER_SECOND = 8;
/** Of all sample videos, so that they can be joined. */
export const VIDEO_SIZE = { width: 320, height: 240 };
/** Sides are whole macroblocks. */
const BLOCK = 16;

/**
 * An MP4 file that pans over a picture. Its frames are H.264 without compression (I_PCM), which needs
 * no encoder and plays in browsers.
 */
export function renderPan(picture: Picture, { frames, width, height }: Pan): Buffer {
	const way = picture.bitmap.width - width;
	const samples = Array.from({ length: frames }, (_, n) => {
		const left = Math.round((way * n) / Math.max(1, frames - 1));
		return frameOf(picture, left, { width, height }, n);
	});
	return mp4Of(samples, { width, height });
}

/**
 * One MP4 file with the frames of several, in their order. All have this size.
 * @param videos files of `renderPan`: a table of sizes, and behind it nothing but the frames
 */
export function joinPans(videos: readonly Buffer[], size: Size): Buffer {
	return mp4Of(videos.flatMap(framesIn), size);
}

function framesIn(video: Buffer): readonly Buffer[] {
	const table = video.indexOf('stsz') + 12;
	const frames: Buffer[] = [];
	let at = video.indexOf('mdat') + 4;
	for (let n = 0; n < video.readUInt32BE(table); n += 1) {
		const length = video.readUInt32BE(table + 4 * (n + 1));
		frames.push(video.subarray(at, at + length));
		at += length;
	}
	return frames;
}

type Size = Pick<Pan, 'height' | 'width'>;

/** Bits in their order; numbers are Exp-Golomb codes (H.264, 9.1), texts are bits as they are. */
function bytesOf(...fields: ReadonlyArray<number | string>): Buffer {
	const bits = fields.map((field) => (typeof field === 'string' ? field : golomb(field))).join('');
	const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
	return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

function golomb(value: number): string {
	const code = (value + 1).toString(2);
	return '0'.repeat(code.length - 1) + code;
}

const STOP = '1';

/** Baseline profile, no reference frames, the order of output that of decoding (H.264, 7.3.2.1). */
function sequenceOf({ width, height }: Size): Buffer {
	const size = [width / BLOCK - 1, height / BLOCK - 1];
	return Buffer.concat([
		Buffer.from([0x67, 66, 0xc0, 30]),
		bytesOf(0, 0, 2, 0, '0', ...size, '1100', STOP),
	]);
}

/** Nothing optional, but slices say that they aren't smoothed (H.264, 7.3.2.2). */
const PICTURE_SET = Buffer.concat([
	Buffer.from([0x68]),
	bytesOf(0, 0, '00', 0, 0, 0, '000', 0, 0, 0, '100', STOP),
]);

/** One slice of raw macroblocks. No two zero bytes follow each other, so nothing is escaped. */
function frameOf(picture: Picture, left: number, { width, height }: Size, n: number): Buffer {
	const header = [0, 7, 0, '0000', n % 2, '00', 0, 1] as const;
	const RAW = 25;
	const parts: Buffer[] = [Buffer.from([0x65])];
	for (let y = 0; y < height; y += BLOCK)
		for (let x = 0; x < width; x += BLOCK) {
			parts.push(parts.length === 1 ? bytesOf(...header, RAW) : bytesOf(RAW));
			parts.push(blockOf(picture, left + x, y));
		}
	const nal = Buffer.concat([...parts, Buffer.from([0x80])]);
	return Buffer.concat([uint32(nal.length), nal]);
}

/** Luma of each pixel, then both chromas of each second one, in the range of television. */
function blockOf({ bitmap }: Picture, left: number, top: number): Buffer {
	const part = (step: number, weights: readonly number[], offset: number) =>
		Array.from({ length: (BLOCK / step) ** 2 }, (_, at) => {
			const x = left + (at % (BLOCK / step)) * step;
			const y = top + Math.floor(at / (BLOCK / step)) * step;
			const pixel = (y * bitmap.width + x) * 4;
			const sum = weights.reduce((sum, weight, n) => sum + weight * bitmap.data[pixel + n]!, 0);
			return Math.round(offset + sum);
		});
	const luma = part(1, [0.257, 0.504, 0.098], 16);
	const blue = part(2, [-0.148, -0.291, 0.439], 128);
	const red = part(2, [0.439, -0.368, -0.071], 128);
	return Buffer.from([...luma, ...blue, ...red]);
}

function mp4Of(samples: readonly Buffer[], size: Size): Buffer {
	const type = box('ftyp', 'isom', uint32(0), 'isomavc1');
	const movie = (offset: number) => movieOf(samples, size, offset);
	const offset = type.length + movie(0).length + 8;
	return Buffer.concat([type, movie(offset), box('mdat', ...samples)]);
}

/** A box of ISO 14496-12. */
function box(name: string, ...content: ReadonlyArray<Buffer | string>): Buffer {
	const bytes = content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
	const all = Buffer.concat([Buffer.from(name), ...bytes]);
	return Buffer.concat([uint32(all.length + 4), all]);
}

function uint32(...numbers: readonly number[]): Buffer {
	return uints(4, numbers);
}

function uint16(...numbers: readonly number[]): Buffer {
	return uints(2, numbers);
}

function uints(size: number, numbers: readonly number[]): Buffer {
	const bytes = Buffer.alloc(size * numbers.length);
	numbers.forEach((number, n) => bytes.writeUIntBE(number, size * n, size));
	return bytes;
}

/** No rotation, no scaling. */
const MATRIX = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function movieOf(samples: readonly Buffer[], size: Size, offset: number): Buffer {
	const { length } = samples;
	const times = uint32(0, 0, 0, FRAMES_PER_SECOND, length);
	const sides = uint32(size.width * 0x10000, size.height * 0x10000);
	const track = uint32(7, 0, 0, 1, 0, length, 0, 0, 0, 0);
	const head = box(
		'mvhd',
		times,
		uint32(0x10000, 0x01000000, 0, 0),
		MATRIX,
		uint32(0, 0, 0, 0, 0, 0, 2),
	);
	const media = box(
		'mdia',
		box('mdhd', times, uint16(0x55c4, 0)),
		box('hdlr', uint32(0, 0), 'vide', uint32(0, 0, 0), '\0'),
		box(
			'minf',
			box('vmhd', uint32(1, 0, 0)),
			box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))),
			tableOf(samples, size, offset),
		),
	);
	return box('moov', head, box('trak', box('tkhd', track, MATRIX, sides), media));
}

/** Where the frames are, each shown for one tick. */
function tableOf(samples: readonly Buffer[], { width, height }: Size, offset: number): Buffer {
	const { length } = samples;
	const sequence = sequenceOf({ width, height });
	const config = Buffer.concat([
		Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1]),
		...[uint16(sequence.length), sequence],
		...[Buffer.from([1]), uint16(PICTURE_SET.length), PICTURE_SET],
	]);
	const entry = box(
		'avc1',
		...[uint16(0, 0, 0, 1), Buffer.alloc(16), uint16(width, height)],
		...[uint32(0x480000, 0x480000, 0), uint16(1), Buffer.alloc(32), uint16(24, 0xffff)],
		box('avcC', config),
	);
	return box(
		'stbl',
		box('stsd', uint32(0, 1), entry),
		box('stts', uint32(0, 1, length, 1)),
		box('stsc', uint32(0, 1, 1, length, 1)),
		box('stsz', uint32(0, 0, length, ...samples.map((sample) => sample.length))),
		box('stco', uint32(0, 1, offset)),
	);
}
