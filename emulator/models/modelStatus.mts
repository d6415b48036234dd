import { endOf, stateAt, type TaskCourse } from '../tasks/taskStateMachine.mts';

export type ModelStatus = 'Pending' | 'Running' | 'Saving' | 'Success' | 'Failed';

/** The last part of running, in which the outputs are saved. */
const SAVING_SHARE = 0.1;

/** The state of a model's task at `now`, in the words of models; nothing can stop such a task. */
export function modelStatus(course: TaskCourse, now: number): ModelStatus {
	const { status } = stateAt(course, now);
	if (status === 'Success' || status === 'Failed') return status;
	if (status !== 'Running') return 'Pending';
	const saving = endOf(course) - course.plan.runningMs * SAVING_SHARE;
	return now < saving ? 'Running' : 'Saving';
}
