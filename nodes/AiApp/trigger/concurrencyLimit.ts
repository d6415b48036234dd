import type { IWebhookFunctions } from 'n8n-workflow';
import { createPerTrigger } from './perTrigger';

type Turns = {
	underWay: number;
	atWork: number;
	readonly waiting: Array<(hasTurn: boolean) => void>;
};

const turnsOf = createPerTrigger((): Turns => ({ underWay: 0, atWork: 0, waiting: [] }));

/**
 * Begins to look into a callback at once.
 * @returns nothing, without having begun, when the trigger has `most` under way
 */
export async function admitted<Result>(
	ctx: IWebhookFunctions,
	most: number,
	look: () => Promise<Result>,
): Promise<Result | undefined> {
	const turns = turnsOf(ctx);
	if (turns.underWay >= most) return undefined;
	turns.underWay += 1;
	try {
		return await look();
	} finally {
		turns.underWay -= 1;
	}
}

/**
 * Lets `atOnce` callbacks of the trigger work at once. The newest of those that wait goes first,
 * because it has the most time left: in a storm some are done, and the service repeats the others,
 * where otherwise all would come too late.
 * @returns nothing when `limit` ends before the work could begin
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
	if (turns.atWork < atOnce) {
		turns.atWork += 1;
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
	else turns.atWork -= 1;
}
