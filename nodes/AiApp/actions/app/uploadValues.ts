import { drawSeeds, type Deadline, type TaskOrder } from '../../../../client/index';
import type { ExecutionContext } from '../../execution/context';
import type { CheckedValues } from './checkValues';

/** What is sent: with the URLs of uploaded files, each once in a try of the node, and with new seeds. */
export async function uploadValues(
	{ clock, uploads }: ExecutionContext,
	{ app, drawnSeeds, files, inputs, values }: CheckedValues,
	deadline: Deadline,
): Promise<Required<Pick<TaskOrder, 'inputValues' | 'seeds'>>> {
	const uploaded = await Promise.all(
		Object.entries(files).map(async ([key, { binaryField }]) => {
			const { url } = await uploads.upload(await inputs.files.source(binaryField), deadline);
			return [key, url] as const;
		}),
	);
	const seeds = drawnSeeds.length > 0 ? drawSeeds(app, inputs.overrides, clock.random) : {};
	return { seeds, inputValues: { ...values, ...Object.fromEntries(uploaded), ...seeds } };
}
