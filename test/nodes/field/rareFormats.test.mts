import { FILES } from '../../sampleFiles.mts';
import { checkOf } from '../inputChecks.mts';
import { runForm, useService } from '../service.mts';
import { itemOf, runOf } from './handedIn.mts';

const service = useService();

const hintsOf = ({ hints }: { readonly hints: readonly string[] }) =>
	hints.filter((hint) => hint.includes('format'));

it.each([
	['HEIC', FILES.heic, 'IMG_1.HEIC', 'image/heic'],
	['HEIF', Buffer.from('....'), 'IMG_1.heif', 'image/heif'],
	['AVIF', FILES.avif, 'a.avif', 'image/avif'],
	['JFIF', FILES.jpeg, 'a.jfif', 'image/jpeg'],
	['TIFF', FILES.tiff, 'scan.tiff', 'image/tiff'],
])('pictures in %s are sent, with one hint for all items', async (format, content, name, type) => {
	const item = await itemOf(content, name, type);
	const words = [
		`An image has the format ${format} in 3 items. Many apps can't open it. To convert it to PNG or JPEG, add an Edit Image node before this one, which needs GraphicsMagick.`,
	];
	const items = [item, item, item];

	const ran = await service.run({ parameters: runOf('picture'), items });
	const checked = await service.run({ parameters: checkOf(runOf('picture')), items });

	expect(service.creates()).toBe(3);
	expect(hintsOf(ran)).toEqual(words);
	expect(hintsOf(checked)).toEqual(words);
});

it('an item has one hint, although two of its inputs get such an image', async () => {
	const item = await itemOf(FILES.heic, 'IMG_1.HEIC', 'image/heic');
	const parameters = runForm(
		{ '4:LoadImage.image': 'data', '5:LoadImage.image': 'data' },
		{},
		57108,
	);

	const { hints } = await service.run({ parameters: checkOf(parameters), items: [item] });

	expect(hints.filter((hint) => hint.includes('HEIC'))).toEqual([
		expect.stringContaining('the format HEIC in 1 item.'),
	]);
});

it.each([
	['a JPEG picture with the name of a HEIC one', FILES.jpeg, 'IMG_1.heic', 'image/heic'],
	['a WebP picture', FILES.webp, 'a.webp', 'image/webp'],
])('%s gets no hint', async (_, content, name, type) => {
	const items = [await itemOf(content, name, type)];

	expect(hintsOf(await service.run({ parameters: runOf('picture'), items }))).toEqual([]);
});
