import type { INodeExecutionData } from 'n8n-workflow';
import { storedFile } from '../binaryStore.mts';
import { runForm, type Service } from '../service.mts';

/** The demo's app that has an input for each kind of file. */
const MEDIA_APP = 57004;

export const INPUTS = {
	picture: '1:Picture.image',
	sound: '2:Sound.audio',
	film: '3:Film.video',
} as const;

export type Takes = keyof typeof INPUTS;

/** A file as an earlier node returns it. */
export async function itemOf(
	content: Buffer | string,
	name: string,
	mimeType: string,
): Promise<INodeExecutionData> {
	return { json: {}, binary: { data: await storedFile(Buffer.from(content), name, mimeType) } };
}

export const runOf = (takes: Takes, value: unknown = 'data', more = {}) =>
	runForm({ [INPUTS[takes]]: value as string }, more, MEDIA_APP);

/** What a person reads of an item that failed, and what reached the service. */
export async function handIn(
	service: Service,
	takes: Takes,
	item: INodeExecutionData,
	value?: unknown,
): Promise<{ readonly words: string; readonly creates: number; readonly uploads: number }> {
	const { error } = await service.run({ parameters: runOf(takes, value), items: [item] });
	const uploads = service.emulator.requests().filter(({ operation }) => operation === 'token');
	return {
		words: error ? `${error.message}. ${error.description}` : '',
		creates: service.creates(),
		uploads: uploads.length,
	};
}
