import { renderScene } from '../../../emulator/rendering/scene.mts';
import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';

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
