import { Jimp } from 'jimp';
import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';
import { CONTENT, upload } from '../storage/uploading.mts';
import { outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

const GREY = 0x606060ff;

function photo(format: 'image/png' | 'image/jpeg'): Promise<Buffer> {
	return new Jimp({ width: 200, height: 120, color: GREY }).getBuffer(format);
}

async function outputOf(appId: number, inputValues: object): Promise<Buffer> {
	const id = await visit.create(appId, inputValues);
	await visit.advance(3000);
	const [url] = outputUrls(await visit.read(id, 'outputs'));
	return Buffer.from(await (await fetch(url!)).arrayBuffer());
}

async function pictureOf(appId: number, inputValues: object): Promise<Picture> {
	return (await decodePicture(await outputOf(appId, inputValues)))!;
}

/** The brightness of some pixels of a row, from 0 to 255. */
function row({ bitmap: { data, width } }: Picture, y: number): number[] {
	return Array.from({ length: width }, (_, x) => data[(y * width + x) * 4]!);
}

describe('an uploaded image', () => {
	it.each([
		['photo.png', 'image/png'],
		['photo.jpg', 'image/jpeg'],
	] as const)('is brightened: %s', async (name, format) => {
		const url = await upload(visit, name, await photo(format));
		const after = await pictureOf(56258, {
			'18:LoadImage.image': url,
			'27:LayerColor: Levels.gray_point': 40,
		});
		expect([after.bitmap.width, after.bitmap.height]).toEqual([200, 120]);
		expect(Math.min(...row(after, 60))).toBeGreaterThan(150);
	});

	it.each([
		['top', 2, 117],
		['bottom', 117, 2],
	])('gets its caption at the %s', async (place, written, free) => {
		const url = await upload(visit, 'photo.jpg', await photo('image/jpeg'));
		const inputs = { '9:Caption.text': 'Hello from here', '9:Caption.place': place };
		const after = await pictureOf(57102, { '4:LoadImage.image': url, ...inputs });
		expect(Math.max(...row(after, written))).toBeLessThan(0x30);
		expect(Math.min(...row(after, free))).toBeGreaterThan(0x50);
		const pixels = new Set(after.bitmap.data);
		expect(pixels).toContain(255);
	});

	it('that is no image is replaced by a default one', async () => {
		const url = await upload(visit, 'photo.png', CONTENT);
		for (const [appId, key] of [
			[56258, '18:LoadImage.image'],
			[57102, '4:LoadImage.image'],
		] as const) {
			const { bitmap } = await pictureOf(appId, { [key]: url });
			expect([bitmap.width, bitmap.height]).toEqual([512, 384]);
		}
	});
});

describe('a melody', () => {
	const text = '2:Melody.text';

	it('lasts as long as its notes', async () => {
		const wav = await outputOf(57103, { [text]: 'abc', '2:Melody.seconds': 0.5 });
		expect(wav.subarray(0, 4).toString()).toBe('RIFF');
		expect(wav).toHaveLength(44 + 3 * 0.5 * 8000 * 2);
	});

	it('differs with another text or pitch', async () => {
		const sounds = [
			await outputOf(57103, { [text]: 'abc' }),
			await outputOf(57103, { [text]: 'abd' }),
			await outputOf(57103, { [text]: 'abc', '2:Melody.pitch': 440 }),
		];
		expect(new Set(sounds.map((wav) => wav.toString('base64'))).size).toBe(3);
	});
});

it('a video is an MP4 file with as many frames as it lasts, each without compression', async () => {
	const lasting = (seconds: number) => outputOf(57107, { '12:CreateVideo.seconds': seconds });
	const [short, long] = [await lasting(1), await lasting(2)];

	expect(short.subarray(4, 12).toString()).toBe('ftypisom');
	const frame = ((320 * 240) / 256) * (2 + 384);
	expect(Math.floor(short.length / frame)).toBe(8);
	expect(Math.floor(long.length / frame)).toBe(16);
});
