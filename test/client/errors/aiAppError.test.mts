import { AiAppError } from '../../../client/errors/AiAppError';
import { costingAtLeast, costOf, worstOf } from '../../../client/errors/cost';
import { PanelError } from '../../../nodes/AiApp/words/panelError';

describe('an error of which more is known', () => {
	const origin = new AiAppError('busy', 'x', { code: '1' }, { cause: 'the first cause' });
	const panel = new PanelError("'Size' is empty", 'Enter a size.', 'ask', { code: '1' });

	it.each([
		['of the client', origin],
		['about a parameter', panel],
	])('keeps its origin, and is another one: %s', (_, error) => {
		for (const changed of [
			error.about({ appId: 7 }),
			error.saying('y'),
			error.with({ appId: 7 }),
		]) {
			expect(changed).toBeInstanceOf(error.constructor);
			expect(changed).toMatchObject({ stack: error.stack, kind: error.kind });
			expect(changed.cause).toBe(error.cause);
			expect(changed.details.code).toBe('1');
		}
		expect(error.details).toEqual({ code: '1' });
	});

	it('keeps what was known, unless that was wrong', () => {
		expect(origin.about({ code: '2' }).details.code).toBe('1');
		expect(origin.with({ code: '2' }).details.code).toBe('2');
	});

	it('keeps its advice if it is about a parameter', () => {
		expect(panel.about({ appId: 7 })).toMatchObject({ advice: 'Enter a size.', forModel: 'ask' });
	});
});

describe('what an error has cost', () => {
	it.each([
		['nothing before a task exists', new AiAppError('busy', 'x'), 'free'],
		['maybe something with a task', new AiAppError('busy', 'x', { requestId: 'a' }), 'unknown'],
		['what is known of the task', new AiAppError('timeout', 'x', { cost: 'seconds' }), 'seconds'],
		['left open where no money is involved', new AiAppError('credential', 'x'), undefined],
	] as const)('is %s', (_, error, cost) => {
		expect(costOf(error)).toBe(cost);
	});

	it('is the worst of several', () => {
		expect(worstOf(['free', 'seconds', 'unknown'])).toBe('unknown');
		expect(worstOf(['free', undefined, 'seconds'])).toBe('seconds');
		expect(worstOf([undefined])).toBeUndefined();
		expect(costingAtLeast(new AiAppError('busy', 'x'), 'unknown')).toEqual({ cost: 'unknown' });
	});
});
