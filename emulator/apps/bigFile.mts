import { byteStream } from '../rendering/byteStream.mts';
import { appInput, type SampleApp } from './app.mts';

const MAX_BYTES = 2 ** 33;

/** A download of any size, to check that clients stream it. */
export const bigFile: SampleApp = {
	id: 57101,
	name: 'Big File',
	description: 'Makes a file of as many bytes as asked for.',
	inputs: [
		appInput('1:File.bytes', {
			label: 'Bytes',
			type: 'number',
			value: 1_048_576,
			options: { max: MAX_BYTES, min: 0, precision: 0, step: 10, step2: 1 },
		}),
	],
	outputs(values) {
		const wanted = Math.trunc(Number(values['1:File.bytes']));
		const size = Math.min(Math.max(0, wanted), MAX_BYTES);
		return [{ ext: '.bin', render: async () => byteStream(size) }];
	},
};
