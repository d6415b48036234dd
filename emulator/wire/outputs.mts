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

const PENDING = 1;
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
	if (status === 'Failed' || plan.outputs === 'error') return [failedOutput(plan, service.quirks)];
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
		...auditStatus(plan, index === exts.length - 1, service.quirks),
		error_type: 'NOT_ERROR',
	}));
}

function auditStatus(
	{ outputs, auditStatus: planned }: TaskPlan,
	isLast: boolean,
	{ noAuditStatus }: Quirks,
): Pick<OutputRecord, 'audit_status'> {
	const isRejected = outputs === 'rejected' || (outputs === 'partial' && isLast);
	if (isRejected) return { audit_status: REJECTED };
	return noAuditStatus && !planned ? {} : { audit_status: planned ?? APPROVED };
}

function failedOutput(
	{ errorMessage, outputMessage, runningMs }: TaskPlan,
	{ sparseRecords }: Quirks,
): OutputRecord {
	const error_msg = outputMessage ?? errorMessage ?? 'Execution failed.';
	const failure = { error_type: 'EXECUTION_ERROR', error_msg };
	if (sparseRecords) return failure;
	const nothing = { object_url: '', output_ext: '', cost_time: runningMs, audit_status: PENDING };
	return { ...nothing, ...failure };
}
