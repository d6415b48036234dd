import type { IWebhookFunctions } from 'n8n-workflow';
import { createPerTrigger } from './perTrigger';

type Turns = {
	underWay: number;
	working: number;
	readonly waiting: Array<(hasTurn: boolean) => void>;
};

const turnsOf = createPerTrigger((): Turns => ({ underWay: 0, working: 0, waiting: [] }));

/**
 * Starts to process a callback at once.
 * @returns undefined, without having started, if the trigger has `most` under way
 */
export async function admitted<Result>(
	ctx: IWebhookFunctions,
	most: number,
	process: () => Promise<Result>,
): Promise<Result | undefined> {
	const turns = turnsOf(ctx);
	if (turns.underWay >= most) return undefined;
	turns.underWay += 1;
	try {
		return await process();
	} finally {
		turns.underWay -= 1;
	}
}

/**
 * Processes `atOnce` callbacks of the trigger at a time. The newest of those that wait goes first,
 * because it has the most time left: in a flood some succeed and the service repeats the others,
 * while otherwise all would be too late.
 * @returns undefined if `limit` is aborted before the work could start
 */
export async function withSlot<Result>(
	ctx: IWebhookFunctions,
	atOnce: number,
	limit: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const turns = turnsOf(ctx);
	if (!(await hasTurn(turns, atOnce, limit))) return undefined;
	try {
		return await work();
	} finally {
		passOn(turns);
	}
}

function hasTurn(turns: Turns, atOnce: number, limit: AbortSignal): Promise<boolean> | boolean {
	if (limit.aborted) return false;
	if (turns.working < atOnce) {
		turns.working += 1;
		return true;
	}
	const { waiting } = turns;
	return new Promise((resolve) => {
		waiting.push(resolve);
		const giveUp = () => {
			const place = waiting.indexOf(resolve);
			if (place >= 0) waiting.splice(place, 1);
			resolve(false);
		};
		limit.addEventListener('abort', giveUp, { once: true });
	});
}

function passOn(turns: Turns): void {
	const next = turns.waiting.pop();
	if (next) next(true);
	else turns.working -= 1;
}
