import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';
import { renderScene } from '../../../emulator/rendering/scene.mts';
import { outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

/** Runs an app and returns the URLs of its files. */
async function outputsOf(appId: number, inputValues: object): Promise<string[]> {
	const id = await visit.create(appId, inputValues);
	await visit.advance(3000);
	return outputUrls(await visit.read(id, 'outputs'));
}

async function download(url: string): Promise<Buffer> {
	return Buffer.from(await (await fetch(url)).arrayBuffer());
}

/** Runs an app and returns its first image. */
async function pictureOf(appId: number, inputValues: object): Promise<Picture> {
	const [url] = await outputsOf(appId, inputValues);
	return (await decodePicture(await download(url!)))!;
}

/** The lowest row of an image that contains a part of a text. */
function lowestWhiteRow({ bitmap: { data, width } }: Picture): number {
	return Math.floor(data.lastIndexOf(Buffer.from([255, 255, 255, 255])) / (width * 4));
}

describe('images', () => {
	const small = { '28:EmptyLatentImage.width': 240, '28:EmptyLatentImage.height': '120' };
	const prompt = '6:CLIPTextEncode.text';
	const seed = '30:Seed (rgthree).seed';

	it('have the size asked for', async () => {
		const { bitmap } = await pictureOf(54663, small);
		expect([bitmap.width, bitmap.height]).toEqual([240, 120]);
	});

	it('have the size of the app by default', async () => {
		const { bitmap } = await pictureOf(54663, { [seed]: 5 });
		expect([bitmap.width, bitmap.height]).toEqual([512, 384]);
	});

	it('are the same for the same inputs and differ by prompt and by seed', async () => {
		const inputs = [
			{ ...small, [prompt]: 'a kite', [seed]: 1 },
			{ ...small, [prompt]: 'a kite', [seed]: 1 },
			{ ...small, [prompt]: 'a kite', [seed]: 2 },
			{ ...small, [prompt]: '风筝', [seed]: 1 },
		];
		const files: string[] = [];
		for (const values of inputs) {
			const [url] = await outputsOf(54663, values);
			files.push((await download(url!)).toString('base64'));
		}
		expect(files[1]).toBe(files[0]);
		expect(new Set(files).size).toBe(3);
	});

	it('get their own seed if none is given', async () => {
		const urls: string[] = [];
		for (const values of [small, { ...small, [seed]: -1 }]) {
			urls.push(...(await outputsOf(54663, values)));
		}
		const files = await Promise.all([...urls, urls[0]!].map(download));
		const [one, other, again] = files.map((file) => file.toString('base64'));
		expect(other).not.toBe(one);
		expect(again).toBe(one);
	});

	it('are as tall as a list of values needs', async () => {
		const story = '107:Some API: v2.5 (beta).user_prompt';
		const short = await pictureOf(57001, { [story]: 'Once upon a time '.repeat(20) });
		const long = await pictureOf(57001, { [story]: 'Once upon a time '.repeat(40) });
		expect(long.bitmap.height).toBeGreaterThan(short.bitmap.height);
		for (const picture of [short, long]) {
			const { height } = picture.bitmap;
			const last = lowestWhiteRow(picture);
			expect(last).toBeLessThan(height - 10);
			expect(last).toBeGreaterThan(height - 100);
		}
	});

	it('are created in the requested number', async () => {
		const values = { '21:EmptyLatentImage.batch_size': 3, '60:INTConstant.value': 64 };
		const urls = await outputsOf(54716, values);
		expect(urls).toHaveLength(3);
		const files = await Promise.all(urls.map(download));
		expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(3);
	});

	it('are really processed, in the given channel', async () => {
		const sample = `${visit.emulator.storageUrl}/samples/landscape.png`;
		const before = (await decodePicture(await download(sample)))!;
		const after = await pictureOf(56258, {
			'18:LoadImage.image': sample,
			'27:LayerColor: Levels.channel': 'green',
			'27:LayerColor: Levels.gray_point': 40,
		});
		expect(after.bitmap.width).toBe(before.bitmap.width);
		const pixels = Array.from({ length: 50 }, (_, index) => index * 997 * 4);
		for (const at of pixels) {
			const [red, green, blue] = before.bitmap.data.subarray(at);
			expect(after.bitmap.data[at]).toBe(red);
			expect(after.bitmap.data[at + 1]).toBeGreaterThanOrEqual(green!);
			expect(after.bitmap.data[at + 2]).toBe(blue);
		}
		expect(after.bitmap.data.equals(before.bitmap.data)).toBe(false);
	});

	it('of other hosts are replaced by a default one', async () => {
		const { bitmap } = await pictureOf(56258, {
			'18:LoadImage.image': 'https://example.com/a.png',
		});
		expect([bitmap.width, bitmap.height]).toEqual([512, 384]);
	});

	it('may have sound beside them', async () => {
		const [picture, sound] = await outputsOf(57004, { k: 1 });
		expect(picture).toMatch(/\.png$/);
		expect((await download(sound!)).subarray(0, 4).toString()).toBe('RIFF');
	});
});

const SIZE = { width: 120, height: 90 };

async function paint(prompt: string, seed = 1, size = SIZE): Promise<Picture> {
	return (await decodePicture(await renderScene({ prompt, seed, ...size })))!;
}

async function brightnessOf(prompt: string): Promise<number> {
	const { data } = (await paint(prompt)).bitmap;
	return data.reduce((sum, value) => sum + value, 0) / data.length;
}

describe('a scene', () => {
	it('is the same for the same prompt and seed, and another for others', async () => {
		const order = { prompt: 'a cat', seed: 1, ...SIZE };
		const first = await renderScene(order);
		expect((await renderScene(order)).equals(first)).toBe(true);
		expect((await renderScene({ ...order, seed: 2 })).equals(first)).toBe(false);
		expect((await renderScene({ ...order, prompt: 'a dog' })).equals(first)).toBe(false);
	});

	it('is darker at night', async () => {
		expect(await brightnessOf('a house at night')).toBeLessThan(
			await brightnessOf('a house at noon'),
		);
	});

	it('is lighter in snow', async () => {
		expect(await brightnessOf('a house at noon, snow')).toBeGreaterThan(
			await brightnessOf('a house at noon'),
		);
	});

	it.each([
		[16, 16],
		[16, 300],
		[300, 16],
	])('of %d by %d is opaque everywhere', async (width, height) => {
		const prompt = 'a city by the sea, a ship, a castle, a kite, rain and a rainbow';
		const { bitmap } = await paint(prompt, 1, { width, height });
		expect([bitmap.width, bitmap.height]).toEqual([width, height]);
		const alphas = bitmap.data.filter((_, index) => index % 4 === 3);
		expect(new Set(alphas)).toEqual(new Set([255]));
	});

	it.each([
		[1, 16],
		[NaN, 16],
		[9999, 4096],
	])('of width %d is %d wide', async (width, painted) => {
		const { bitmap } = await paint('', 1, { width, height: 16 });
		expect(bitmap.width).toBe(painted);
	});
});
