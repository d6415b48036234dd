import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Parameters } from './instance.mts';
import { runForm, runModel, type Service } from './service.mts';

export const PORTRAIT_APP = 54716;
/** Their paths, and the parameter that each of them needs. */
const MODELS = [
	['sample-painter/text-to-image', 'prompt'],
	['sample-singer/text-to-audio/fast', 'lyrics'],
	['sample-writer/text-to-text', 'user_prompt'],
] as const;

/** Items of successful operations, and the tasks that they need. */
export function useSampleItems(service: Service) {
	async function itemsOf(
		parameters: Parameters,
		items?: INodeExecutionData[],
	): Promise<readonly IDataObject[]> {
		const { error, outputs } = await service.run({ parameters, ...(items && { items }) });
		expect(error).toBeUndefined();
		return (outputs[0] ?? []).map(({ json }) => json);
	}

	/** Models return different kinds of outputs: images, sounds, texts. */
	async function itemsOfModels(options: Parameters = {}): Promise<readonly IDataObject[]> {
		const items: IDataObject[] = [];
		for (const [modelPath, parameter] of MODELS)
			items.push(
				...(await itemsOf(runModel({ modelPath, modelParameters: { [parameter]: 'a' }, options }))),
			);
		return items;
	}

	/** Options that create several tasks for an item, or none. */
	async function itemsOfRepeats(): Promise<readonly IDataObject[]> {
		const runWith = (options: Parameters) => itemsOf(runForm({}, { options }));
		const varied = await runWith({ variations: 2, pricePerSecond: 0.05 });
		service.emulator.plan({ outputs: 'rejected' }, { times: 1 });
		const retried = await runWith({ retryRejected: 1, pricePerSecond: 0.05 });
		const [first, again] = [
			await runWith({ reuseResults: true }),
			await runWith({ reuseResults: true }),
		];
		return [...varied, ...retried, ...first, ...again];
	}

	async function createTask(plan: object): Promise<string> {
		service.emulator.plan({ preparingMs: 0, ...plan }, { times: 1 });
		const [created] = await itemsOf(runForm({}, { waitMode: 'none' }, PORTRAIT_APP));
		return String(created?.request_id);
	}

	async function createRunningTask(): Promise<string> {
		const id = await createTask({ queuingMs: 0, runningMs: 60_000 });
		await service.time.sleep(1_000);
		return id;
	}

	async function createEndedTask(plan: object = { outputs: 'partial' }): Promise<string> {
		const id = await createTask(plan);
		await service.time.sleep(10_000);
		return id;
	}

	return { itemsOf, itemsOfModels, itemsOfRepeats, createTask, createRunningTask, createEndedTask };
}
