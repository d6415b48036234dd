import { AiAppError, type ErrorDetails } from '../../../client/errors/AiAppError';
import { costingAtLeast, costOf, worstOf } from '../../../client/errors/cost';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { kindOfCode, refusalOf } from '../../../client/errors/serviceCodes';
import { KNOWN_CODES } from '../../../emulator/errors/errorCodes.mts';
import { descriptionOf } from '../../../nodes/AiApp/words/description';
import { PanelError } from '../../../nodes/AiApp/facts/panelError';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { callRow, ENDS, endRow, NETWORK, REFUSALS, UNKNOWN_ID, type Row } from './errorTable.mts';

describe('the table of errors', () => {
	const service = useService({ noStoppedSeconds: false });

	const observed = new Map<string, Row>();

	test.each([...REFUSALS, ...NETWORK])('a call that ends with: $cell', async (cause) => {
		observed.set(cause.cell, await callRow(service, cause));
	});

	test('the client knows the codes that the emulator sends, and no others', () => {
		const codes = Array.from({ length: 100_000 }, (_, code) => code);
		expect(codes.filter((code) => kindOfCode(String(code)))).toEqual(
			KNOWN_CODES.toSorted((a, b) => a - b),
		);
	});

	test('what a refusal speaks of decides who waits', () => {
		const codes = [30015, 30016, 30018, 59006, 50600, 50601, 50602, 50603, 50604, 60012, 30040];
		const said = codes.map((code) => refusalOf(String(code)));

		expect(said).toEqual([
			...['app', 'app', 'app', 'app', 'pace', 'pace', 'pace'],
			...['hourlyPace', 'hourlyPace', 'service', 'tasks'],
		]);
	});

	test('a code means the same inside a 200', async () => {
		for (const code of KNOWN_CODES) {
			service.emulator.addFault({ on: 'status', effect: { type: 'refuse', code, status: 200 } });
			const { kind } = await errorOf(() => service.client.tasks.status(UNKNOWN_ID));
			expect([code, `\`${kind}\``]).toEqual([code, observed.get(`code ${code}`)?.[1]]);
		}
	});

	test.each(ENDS)('a task that ends with: $cell', async (end) => {
		observed.set(end.cell, await endRow(service, end));
	});

	test('the document has exactly these rows', () => {
		expect(documentText()).toMatchFile('docs/errors.md');
	});

	function documentText(): string {
		const reads = 'Reads, cancel, interrupt';
		const calls = ['Cause', 'Kind', 'Message', reads, 'Create of an app', 'Retryable'];
		return `# Errors

The usual messages about answers of the service and ends of a task, their causes, and whether the node retries. See also [troubleshooting](guides/troubleshooting.md). \`npm run generate\` writes this page.

The first two tables show the kind and the message that you see when the node reads a task. Texts in double quotes and HTTP statuses come from the answer. Those below are examples. Unknown codes are shown with the HTTP status, and with the answer's text if it has one. If a single task is known, the error has its request ID. For reads, known codes count more than an HTTP status from 400, and a 200 may contain one. After a 408 or 5xx, a create is \`unconfirmed\`, unless the code is one of \`busy\`.

"Repeated" calls of an operation are usually sent again, "once" calls usually not. *Task: Stop* tries again after both for about 30 seconds, for a few if the service can't be reached or doesn't know the task, and once if the key or the account is refused. While the node polls a task, it also reads its status again after a 4xx without a code, except 401. In the first minute, it also reads a task again that isn't found. *Task: Get Status* and *Task: Get Outputs* do so for some seconds. A create is repeated only where the service clearly refused it or was not reached. After \`unconfirmed\` a task may exist, and [retries](guides/costs-and-retries.md#retries) create no other one.

*Retryable* is \`details.retryable\` of the failed item, here of App: Run: whether [running the item again](guides/costs-and-retries.md#run-failed-items-again) may help, and pays for nothing twice. Operations that create no task have it for all of \`busy\`, \`unreachable\`, \`no_response\`, \`service_error\`, \`timeout\`, \`queue_timeout\` and \`empty_output\`.

## Refused by the service

${table(calls, observedRows(REFUSALS))}

## No answer of the service

${table(calls, observedRows(NETWORK))}

## Ends of a task

${table(['End', 'Kind', 'Message', 'A retry uses', 'Retryable'], observedRows(ENDS))}

## What to do

The general description of each kind. Errors with a known cause, such as all of \`budget\`, and some of models, have other words, and more may be known, such as billed seconds or that you weren't charged. *Task known* means that it has a request ID, *Task ended* that it ended in Success. Operations that create no task name *Task: Wait for Completion* for \`timeout\` only. For tasks of models, *Model: Get Task* takes the place of *Task: Wait for Completion* and *Task: Get Outputs*.

${table(['Kind', 'Before the create', 'Task known', 'Task ended'], ERROR_KINDS.map(adviceRow))}
`;
	}

	function adviceRow(kind: ErrorKind): Row {
		const told = (details: ErrorDetails) => descriptionOf(new AiAppError(kind, 'x', details));
		const before = told({});
		const later = [{}, { status: 'Success' }].map((known) => told({ requestId: 'r-1', ...known }));
		const others = later.map((advice) => (advice === before ? 'the same' : advice));
		return [`\`${kind}\``, before, ...others];
	}

	function observedRows(causes: readonly { readonly cell: string }[]): readonly Row[] {
		return causes.flatMap(({ cell }) => [observed.get(cell) ?? []]);
	}

	function table(heading: Row, rows: readonly Row[]): string {
		return [heading, heading.map(() => '---'), ...rows].map(line).join('\n');
	}

	function line(row: Row): string {
		return `| ${row.join(' | ')} |`;
	}
});

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
		[
			'maybe something with a file that is too large',
			new AiAppError('too_large', 'x', { requestId: 'a' }),
			'unknown',
		],
		['what is known of the task', new AiAppError('timeout', 'x', { cost: 'seconds' }), 'seconds'],
		['left open where no money is involved', new AiAppError('unreachable', 'x'), undefined],
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
