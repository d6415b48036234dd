import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Parameters } from '../instance.mts';
import { onTask, runForm, runModel, type Service } from '../service.mts';

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

	/** A model's task that fails at the second try as well, and one that is refused. */
	async function itemsOfFailedModels(): Promise<readonly IDataObject[]> {
		const settings = { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 2 } as const;
		service.emulator.plan({ outcome: 'Failed', errorMessage: 'Out of memory' }, { times: 2 });
		const failed = await service.run({ parameters: runModel(), settings });
		const effect = { type: 'refuse', code: 20049 } as const;
		service.emulator.addFault({ on: 'model', effect, times: 2 });
		const refused = await service.run({ parameters: runModel(), settings });
		return [failed, refused].flatMap(({ outputs }) => (outputs[0] ?? []).map(({ json }) => json));
	}

	/** What deployments may add to the record of a model's task: when its files expire, and why one is missing. */
	async function itemsOfRichModels(parameters: Parameters): Promise<readonly IDataObject[]> {
		const [file] = await itemsOfModels();
		const outputs = [{ object_url: file?.url }, { error_type: 'AUDIT', error_msg: 'Rejected' }];
		const data = { status: 'Success', expired_at: '2026-01-29 00:00:00', outputs };
		const effect = { type: 'answer', status: 200, body: { code: 20000, data } } as const;
		service.emulator.addFault({ on: 'modelStatus', effect });
		return itemsOf(parameters);
	}

	/** Results of a task: all of its outputs, an item for each file, and a failed one. */
	async function itemsOfResults(operation: string): Promise<readonly IDataObject[]> {
		const settings = { onError: 'continueRegularOutput' as const };
		const failed = await createEndedTask({ outcome: 'Failed', errorMessage: 'Out of memory' });
		const { outputs } = await service.run({ parameters: onTask(operation, failed), settings });
		const options = { oneItemPerFile: true };
		return [
			...(await itemsOf(onTask(operation, await createEndedTask()))),
			...(await itemsOf(onTask(operation, await createEndedTask(), { options }))),
			...(outputs[0] ?? []).map(({ json }) => json),
		];
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

	return {
		itemsOf,
		itemsOfModels,
		itemsOfFailedModels,
		itemsOfRichModels,
		itemsOfResults,
		createTask,
		createRunningTask,
		createEndedTask,
	};
}
