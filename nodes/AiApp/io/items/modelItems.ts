import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ModelTask } from '../../../../client/index';
import { omitUndefined } from './items';

/** The item of a model's task. */
export function modelTaskItem(
	requestId: string,
	{ task, outputs }: ModelTask,
	simplify: boolean,
): INodeExecutionData {
	if (!simplify) return { json: { ...task.record, request_id: requestId } as IDataObject };
	return {
		json: omitUndefined({
			request_id: requestId,
			status: task.status,
			outputs,
			error_message: task.message,
			duration_ms: task.durationMs,
			created_at: task.createdAt,
			ended_at: task.endedAt,
		}),
	};
}
