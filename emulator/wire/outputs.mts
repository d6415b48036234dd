import type { Service } from '../service/service.mts';
import type { Quirks } from '../settings/quirks.mts';
import { outputName } from '../storage/outputNames.mts';
import { isDelayed, type TaskPlan } from '../tasks/taskPlan.mts';
import { stateAt } from '../tasks/taskStateMachine.mts';
import type { Task } from '../tasks/taskStore.mts';

/** An output (spec: task outputs); a failed one has no file. */
export type OutputRecord = {
	readonly object_url?: string;
	readonly output_ext?: string;
	readonly cost_time?: number;
	readonly audit_status?: number;
	readonly error_type: string;
	readonly error_msg?: string;
};

const APPROVED = 2;
const REJECTED = 3;

/** The outputs of a task at `now`; undefined while it is unfinished. */
export function outputRecords(
	task: Task,
	now: number,
	service: Service,
): OutputRecord[] | undefined {
	const { plan } = task;
	const { status, endedAt } = stateAt(task, now);
	if (endedAt === undefined) return undefined;
	if (status === 'Canceled') return [];
	if (status === 'Failed' || plan.outputs === 'error') return [failedOutput(plan)];
	return isDelayed(plan, now - endedAt) ? [] : fileOutputs(task, service);
}

function fileOutputs(task: Task, service: Service): OutputRecord[] {
	const { requestId, plan } = task;
	const exts = service.files.outputs(task).map(({ ext }) => ext);
	if (plan.outputs === 'partial' && exts.length === 1) exts.push(...exts);
	return exts.map((ext, index) => ({
		object_url: `${service.addresses.storage}/outputs/${outputName({ requestId, index }, ext)}`,
		output_ext: ext,
		cost_time: plan.runningMs,
		...auditStatus(isRejected(plan, index === exts.length - 1), service.quirks),
		error_type: 'NOT_ERROR',
	}));
}

function isRejected({ outputs }: TaskPlan, isLast: boolean): boolean {
	return outputs === 'rejected' || (outputs === 'partial' && isLast);
}

function auditStatus(rejected: boolean, quirks: Quirks): Pick<OutputRecord, 'audit_status'> {
	if (rejected) return { audit_status: REJECTED };
	return quirks.noAuditStatus ? {} : { audit_status: APPROVED };
}

function failedOutput({ errorMessage, outputMessage }: TaskPlan): OutputRecord {
	const error_msg = outputMessage ?? errorMessage ?? 'Execution failed.';
	return { error_type: 'EXECUTION_ERROR', error_msg };
}
