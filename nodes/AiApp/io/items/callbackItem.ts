import type { INodeExecutionData } from 'n8n-workflow';
import type { ResultBody } from '../../../../client/index';
import { taskItems } from './taskItems';

/** The item that a callback starts a workflow with; `metadata` holds the task headers sent along. */
export function callbackItem(
	result: ResultBody,
	metadata: Readonly<Record<string, string>>,
): INodeExecutionData {
	const shape = { simplify: true, splitIntoItems: false, outputField: 'data' };
	const [item] = taskItems({ ...result, appId: undefined, seeds: {} }, [], shape);
	return { json: { ...item?.json, metadata: { ...metadata } } };
}
