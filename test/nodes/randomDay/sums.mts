import type { IDataObject } from 'n8n-workflow';
import type { Witness } from './live.mts';
import { detailsOf, idOf } from './outcomes.mts';
import type { Seen } from './seen.mts';
import { isAnswered, type TaskCourse } from './taskCourse.mts';

/** Sums of decimals have long tails. */
const ROUNDING = 1e-6;

/** Items whose billed seconds aren't the sum of what the service told of all tasks sent for them. */
export function wrongSums(witness: Witness, courses: readonly TaskCourse[]): readonly string[] {
	return witness.executions.flatMap((seen) =>
		seen.items.flatMap(({ json }) => {
			const billed = billedIn(json);
			if (billed === undefined) return [];
			const sent = sentFor(json).flatMap(
				(id) => courses.find(({ task }) => task.requestId === id) ?? [],
			);
			const told = sumOf(sent.filter((course) => wasTold(course, seen, witness)));
			const known = sumOf(sent);
			return billed > told - ROUNDING && billed < known + ROUNDING
				? []
				: [`${idOf(json)} has ${billed} billed seconds, ${told} of ${known} were told`];
		}),
	);
}

/** What an item says that its tasks were billed. */
export function billedIn(json: IDataObject): number | undefined {
	return (json['billed_seconds'] ?? detailsOf(json)['billed_seconds']) as number | undefined;
}

/** The tasks of an item. */
export function sentFor(json: IDataObject): readonly string[] {
	const { earlier_request_ids: earlier = detailsOf(json)['earlier_request_ids'] ?? [] } = json;
	return [idOf(json) ?? [], earlier as readonly string[]].flat();
}

function sumOf(courses: readonly TaskCourse[]): number {
	return courses.reduce((sum, { toldSeconds = 0 }) => sum + toldSeconds, 0);
}

/** Whether the service has told, before an item ended and undisturbed, what its task was billed. */
function wasTold(course: TaskCourse, seen: Seen, { day }: Witness): boolean {
	const { create, endedAt } = course;
	if (endedAt > seen.endedAt) return false;
	const isHeld = day.waitMode === 'keepOpen' || day.wrongPrefix;
	if (isHeld && create?.status === 200 && create.fault === undefined) return true;
	return course.requests.some(
		(each) => isAnswered(each) && each.at >= endedAt && each.at <= seen.endedAt,
	);
}
