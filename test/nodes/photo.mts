import type { IBinaryData } from 'n8n-workflow';
import { storedFile } from './binaryStore.mts';
import type { Service } from './service.mts';

/** An image of the emulator's storage, as the file of an item. */
export async function photo({ emulator }: Service, fileName = 'photo.png'): Promise<IBinaryData> {
	const answer = await fetch(`${emulator.storageUrl}/samples/portrait.png`);
	return storedFile(Buffer.from(await answer.arrayBuffer()), fileName, 'image/png');
}
