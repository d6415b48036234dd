import { Jimp } from 'jimp';
import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';
import { CONTENT, upload } from '../storage/uploading.mts';
import { outputUrls, startVisit, type Visit } from '../visit.mts';

let visit: Visit;

beforeEach(async () => {
	visit = await startVisit();
});

afterEach(() => visit.emulator.close());

/** Runs an app and returns its files. */
async function outputsOf(appId: number, inputValues: object): Promise<Buffer[]> {
	const id = await visit.create(appId, inputValues);
	await visit.advance(3000);
	const urls = outputUrls(await visit.read(id, 'outputs'));
	return Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
}

async function pictureOf(appId: number, inputValues: object): Promise<Picture> {
	const [file] = await outputsOf(appId, inputValues);
	return (await decodePicture(file!))!;
}

it('images have the size asked for, and are the same for the same inputs only', async () => {
	const small = { '28:EmptyLatentImage.width': 240, '28:EmptyLatentImage.height': '120' };
	const ordered = (prompt: string, seed: number) =>
		pictureOf(54663, {
			...small,
			'6:CLIPTextEncode.text': prompt,
			'30:Seed (rgthree).seed': seed,
		});

	const first = await ordered('a kite', 1);
	const others = [await ordered('a kite', 1), await ordered('a kite', 2), await ordered('风筝', 1)];

	expect([first.bitmap.width, first.bitmap.height]).toEqual([240, 120]);
	const same = others.map(({ bitmap }) => bitmap.data.equals(first.bitmap.data));
	expect(same).toEqual([true, false, false]);
});

it('images are made in the number asked for, each a different one', async () => {
	const values = { '21:EmptyLatentImage.batch_size': 3, '60:INTConstant.value': 64 };

	const files = await outputsOf(54716, values);

	expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(3);
});

it('an uploaded image is brightened', async () => {
	const size = { width: 200, height: 120 };
	const photo = await new Jimp({ ...size, color: 0x606060ff }).getBuffer('image/png');

	const { bitmap } = await pictureOf(56258, {
		'18:LoadImage.image': await upload(visit, 'photo.png', photo),
		'27:LayerColor: Levels.gray_point': 40,
	});

	expect(bitmap).toMatchObject(size);
	expect(bitmap.data[0]).toBeGreaterThan(0x60);
});

it.each([
	['no image', () => upload(visit, 'photo.png', CONTENT)],
	['the image of another host', () => 'https://example.com/a.png'],
])('%s is replaced by a sample', async (_, address) => {
	const { bitmap } = await pictureOf(56258, { '18:LoadImage.image': await address() });

	expect([bitmap.width, bitmap.height]).toEqual([512, 384]);
});

it('a melody lasts as long as its notes, and a video has as many frames as it lasts', async () => {
	const [wav] = await outputsOf(57103, { '2:Melody.text': 'abc', '2:Melody.seconds': 0.5 });
	const [video] = await outputsOf(57107, { '12:CreateVideo.seconds': 2 });

	expect(wav!.subarray(0, 4).toString()).toBe('RIFF');
	expect(wav).toHaveLength(44 + 3 * 0.5 * 8000 * 2);
	expect(video!.subarray(4, 12).toString()).toBe('ftypisom');
	const bytesOfFrame = ((320 * 240) / 256) * (2 + 384);
	expect(Math.floor(video!.length / bytesOfFrame)).toBe(16);
});
