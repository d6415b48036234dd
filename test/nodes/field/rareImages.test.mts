import { FILES } from '../../sampleFiles.mts';
import { checkOf } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import { itemOf, runOf } from './handedIn.mts';

const service = useService();

const hintsOf = ({ hints }: { readonly hints: readonly string[] }) =>
	hints.filter((hint) => hint.includes("can't open"));

it.each([
	['HEIC', FILES.heic, 'IMG_1.HEIC', 'image/heic'],
	['HEIC', FILES.heic, 'photo', 'application/octet-stream'],
	['AVIF', FILES.avif, 'a.avif', 'image/avif'],
	['TIFF', FILES.tiff, 'scan.tiff', 'image/tiff'],
])('%s images are sent, with one line for all items', async (format, content, name, type) => {
	const item = await itemOf(content, name, type);
	const items = [item, item, item];
	const words = [
		`Many apps can't open the images of 3 items: ${format}. Use JPEG or PNG, or convert them with an Edit Image node, which needs GraphicsMagick.`,
	];

	const ran = await service.run({ parameters: runOf('picture'), items });
	const checked = await service.run({ parameters: checkOf(runOf('picture')), items });

	expect(service.creates()).toBe(3);
	expect(hintsOf(ran)).toEqual(words);
	expect(hintsOf(checked)).toEqual(words);
});

it('an item counts once, although two of its inputs get such an image', async () => {
	const item = await itemOf(FILES.heic, 'IMG_1.HEIC', 'image/heic');
	const values = { '4:LoadImage.image': 'data', '5:LoadImage.image': 'data' };

	const ran = await service.run({ parameters: checkOf(runForm(values, {}, 57108)), items: [item] });

	expect(hintsOf(ran)).toEqual([expect.stringContaining('images of 1 item: HEIC.')]);
});

it('images of several formats share a line', async () => {
	const items = [
		await itemOf(FILES.heic, 'IMG_1.HEIC', 'image/heic'),
		await itemOf(FILES.avif, 'a.avif', 'image/avif'),
	];

	const ran = await service.run({ parameters: checkOf(runOf('picture')), items });

	expect(hintsOf(ran)).toEqual([expect.stringContaining('images of 2 items: AVIF, HEIC.')]);
});

it('a WebP picture gets no line', async () => {
	const items = [await itemOf(FILES.webp, 'a.webp', 'image/webp')];

	expect(hintsOf(await service.run({ parameters: runOf('picture'), items }))).toEqual([]);
});
