import { endOf, stateAt, type TaskCourse } from '../tasks/taskStateMachine.mts';

export type ModelStatus = 'Pending' | 'Running' | 'Saving' | 'Success' | 'Failed';

/** The share of the running time that is reported as saving. */
const SAVING_SHARE = 0.1;

/** The status of a model's task at `now`. Models have their own status words and no stop. */
export function modelStatus(course: TaskCourse, now: number): ModelStatus {
	const { status } = stateAt(course, now);
	if (status === 'Success' || status === 'Failed') return status;
	if (status !== 'Running') return 'Pending';
	const saving = endOf(course) - course.plan.runningMs * SAVING_SHARE;
	return now < saving ? 'Running' : 'Saving';
}
