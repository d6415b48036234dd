import { AiAppError, type ErrorDetails } from '../../../client/errors/AiAppError';
import { costingAtLeast, costOf, worstOf } from '../../../client/errors/cost';
import { ERROR_KINDS, type ErrorKind } from '../../../client/errors/kinds';
import { isKnownCode } from '../../../client/errors/serviceCodes';
import { KNOWN_CODES } from '../../../emulator/errors/errorCodes.mts';
import { descriptionOf } from '../../../nodes/AiApp/words/description';
import { PanelError } from '../../../nodes/AiApp/words/panelError';
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
		expect(codes.filter((code) => isKnownCode(String(code)))).toEqual(
			KNOWN_CODES.toSorted((a, b) => a - b),
		);
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
		const calls = ['Cause', 'Kind', 'Message', 'Reads, cancel, interrupt', 'Create'];
		return `# Errors

This page lists the message for each answer of the service and each end of a task, what causes it, and whether the node retries. Messages about parameters and files aren't listed. For the most common ones, see [troubleshooting](guides/troubleshooting.md). The page is generated from tests (\`npm run generate\`): in \`test/client/errors/errorTable.test.mts\`, the emulator gives each of these answers over HTTP.

The text in parentheses is the service's own message. Unknown codes are shown unchanged, with the message and the HTTP status. If there is a task, the message contains its request ID. If an app isn't found, it contains the app's ID. Codes count more than the HTTP status, and a 200 may contain one.

"Repeated" calls are sent again after a pause, with the same inputs. A create is repeated only where the service clearly refused it or was not reached; after \`unconfirmed\` a task may exist, and no try of the same execution creates another one.

## Refused by the service

${table(calls, observedRows(REFUSALS))}

## No answer of the service

${table(calls, observedRows(NETWORK))}

## Ends of a task

${table(['End', 'Kind', 'Message', 'Retry On Fail uses'], observedRows(ENDS))}

## What to do

The description that each kind is shown with, unless the message calls for words of its own. It depends on what is known of the task: before the create, once the task has a request ID, and once it has ended in Success. A create whose fate is not known is always \`unconfirmed\`. Tasks of models name *Model: Get Task* in place of *Task: Get Outputs*.

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
