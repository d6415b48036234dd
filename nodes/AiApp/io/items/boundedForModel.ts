import type { INodeExecutionData } from 'n8n-workflow';
import { say } from '../../../../client/index';

/** Providers of models charge for each word, and agents keep what a tool has returned. */
const MOST_OUTPUTS = 20;

/** What a model gets of an item: not more than it can use, and a sentence about the rest. */
export function boundedForModel(item: INodeExecutionData): INodeExecutionData {
	const { outputs } = item.json;
	if (!Array.isArray(outputs) || outputs.length <= MOST_OUTPUTS) return item;
	const note = say`${outputs.length - MOST_OUTPUTS} more outputs are left out here.`;
	return { ...item, json: { ...item.json, outputs: outputs.slice(0, MOST_OUTPUTS), note } };
}
