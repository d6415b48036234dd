import type { IBinaryData } from 'n8n-workflow';
import { storedFile } from './binaryStore.mts';
import { photo } from './photo.mts';
import { runForm, useService } from './service.mts';

const service = useService();

/** Another one for each test: the memory of the process outlives them. */
let grayPoint = 10;
beforeEach(() => {
	grayPoint += 1;
});

const LEVELS_APP = 56258;

async function runWith(data: IBinaryData) {
	const parameters = runForm(
		{ '18:LoadImage.image': 'data', '27:LayerColor: Levels.gray_point': grayPoint },
		{ options: { reuseResults: true } },
		LEVELS_APP,
	);
	const { outputs } = await service.run({ parameters, items: [{ json: {}, binary: { data } }] });
	return outputs[0]?.[0]?.json;
}

it('files count by their contents, not by their names or where n8n stores them', async () => {
	const first = await runWith(await photo(service, 'one.png'));
	const second = await runWith(await photo(service, 'two.png'));

	expect(second).toMatchObject({ reused: true, request_id: first?.request_id });
});

it('files with other contents or another type create a task', async () => {
	await runWith(await photo(service));
	const other = await storedFile(Buffer.from('GIF89a'), 'photo.png', 'image/png');

	expect(await runWith(other)).not.toHaveProperty('reused');
	expect(await runWith(await photo(service, 'photo.webp'))).not.toHaveProperty('reused');
	expect(service.creates()).toBe(3);
});
