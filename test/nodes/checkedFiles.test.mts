import { invalid, useInputChecks } from './inputChecks.mts';
import { photo } from './photo.mts';
import { runForm, useService } from './service.mts';

const service = useService();
const { checkOne } = useInputChecks(service);

const PICTURE = '18:LoadImage.image';
const GRAY_POINT = '27:LayerColor: Levels.gray_point';

describe('App: Check Inputs: files', () => {
	const form = (value: string) => runForm({ [PICTURE]: value, [GRAY_POINT]: 20 }, {}, 56258);
	const withFile = async (fileName: string) => ({
		json: {},
		binary: { data: await photo(service, fileName) },
	});

	it('are listed with name, type and size, and are not uploaded', async () => {
		const item = await withFile('holiday');
		const { size } = await fetch(`${service.emulator.storageUrl}/samples/portrait.png`).then(
			(answer) => answer.blob(),
		);
		const before = service.emulator.requests().length;

		const checked = await checkOne(form('data'), item);

		expect(checked).toMatchObject({
			valid: true,
			input_values: { [PICTURE]: { $binary: 'data' }, [GRAY_POINT]: 20 },
		});
		expect(checked.files).toEqual([
			{
				input: PICTURE,
				binary_field: 'data',
				file_name: 'holiday.png',
				mime_type: 'image/png',
				size_bytes: size,
			},
		]);
		expect(service.emulator.requests().slice(before)).toMatchObject([{ operation: 'detail' }]);
		expect(service.emulator.credentials()).toEqual([]);
	});

	it('that the item lacks are invalid, as are URLs that are none', async () => {
		const item = await withFile('photo.png');
		const missing = await checkOne(form('picture'), item);
		const noUrl = await checkOne(form('htp://example.com/a.png'), item);

		for (const { valid, files, invalid_inputs } of [missing, noUrl]) {
			expect([valid, files]).toEqual([false, []]);
			expect(invalid_inputs).toEqual([invalid(PICTURE, 'must be a URL or the name', 'Picture')]);
		}
	});

	it('that n8n refuses to read, or that have no extension, are invalid', async () => {
		const data = { ...(await photo(service, 'photo')), mimeType: 'application/x-unknown' };
		const unnamed = await checkOne(form('data'), { json: {}, binary: { data } });
		const claimed = await checkOne(form('data'), { json: { _files: { data: { ...data } } } });

		expect(unnamed.invalid_inputs).toEqual([invalid(PICTURE, 'has no file extension', 'Picture')]);
		expect(claimed.invalid_inputs).toEqual([
			invalid(PICTURE, 'in the binary field "data"', 'Picture'),
		]);
		expect([unnamed.files, claimed.files]).toEqual([[], []]);
		expect(unnamed.input_values).toEqual({ [GRAY_POINT]: 20 });
	});
});
