import { Jimp } from 'jimp';
import { decodePicture, type Picture } from '../../../emulator/rendering/picture.mts';
import { upload } from '../storage/uploading.mts';
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

/** What a video consists of, behind its tables. */
function framesOf(video: Buffer): Buffer {
	return video.subarray(video.indexOf('mdat') + 4);
}

it('a picture becomes a video, another one for another picture', async () => {
	const video = async (color: number) => {
		const picture = await new Jimp({ width: 90, height: 60, color }).getBuffer('image/png');
		const url = await upload(visit, 'picture.png', picture);
		const [file = Buffer.of()] = await outputsOf(57109, { '4:LoadImage.image': url });
		expect(file.subarray(4, 8).toString()).toBe('ftyp');
		return file;
	};

	const red = await video(0xe02010ff);

	expect((await video(0x1020e0ff)).equals(red)).toBe(false);
});

it('clips become one film, in the order of their URLs', async () => {
	const clipUrls = ['a harbor', 'a forest'].map(async (prompt) => {
		const inputs = { '6:CLIPTextEncode.text': prompt, '12:CreateVideo.seconds': 1 };
		const id = await visit.create(57107, inputs);
		await visit.advance(3000);
		const [url = ''] = outputUrls(await visit.read(id, 'outputs'));
		return url;
	});
	const urls = await Promise.all(clipUrls);
	const clips = await Promise.all(
		urls.map(async (url) => framesOf(Buffer.from(await (await fetch(url)).arrayBuffer()))),
	);

	const [film = Buffer.of()] = await outputsOf(57110, {
		'7:LoadVideosFromUrls.urls': urls.toReversed().join('\n'),
	});

	expect(framesOf(film).equals(Buffer.concat(clips.toReversed()))).toBe(true);
});
