import { bytesOf } from './binaryStore.mts';
import { PROMPT, runForm, useService } from './service.mts';

const service = useService();

it('returns the finished image as binary data', async () => {
	const { outputs, error } = await service.run({
		parameters: runForm(
			{
				[PROMPT]: 'a red cat',
				'28:EmptyLatentImage.width': 320,
				'28:EmptyLatentImage.height': 200,
			},
			{ downloadFiles: true, outputField: 'data' },
		),
	});

	expect(error).toBeUndefined();
	const [item] = outputs[0] ?? [];
	const requestId = service.emulator.tasks()[0]?.requestId;
	expect(item?.json).toMatchObject({ request_id: requestId, app_id: 54663, status: 'Success' });
	expect(item?.binary?.data).toMatchObject({
		fileName: `${requestId}_1.png`,
		mimeType: 'image/png',
	});
	expect(pngSize(await bytesOf(item?.binary?.data))).toEqual([320, 200]);
});

/** Width and height from the header of a PNG. */
function pngSize(bytes: Buffer): number[] {
	expect(bytes.subarray(1, 4).toString()).toBe('PNG');
	return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
