import type { INodeExecutionData } from 'n8n-workflow';
import type { TaskResult } from '../../../../client/index';
import { taskItems } from './taskItems';

/** The item that a callback starts a workflow with. */
export function callbackItem(
	result: TaskResult,
	taskHeaders: Readonly<Record<string, string>>,
): INodeExecutionData {
	const shape = { simplify: true, oneItemPerFile: false, outputField: 'data' };
	const [item] = taskItems(result, [], shape);
	return { json: { ...item?.json, task_headers: { ...taskHeaders } } };
}
