import { readOutputs } from '../../../client/api/taskOutputs';
import { readTaskStatus } from '../../../client/api/taskStatus';
import { completed } from '../../../client/tasks/result';

const ENDED = { created_at: '2026-01-01 00:00:00', ended_at: '2026-01-01 00:01:00' };
const GOOD = { object_url: 'https://storage.example.com/a.png' };

/** How a task ended whose record and outputs are these. */
function ended(record: object, outputs: readonly object[] = []) {
	const task = readTaskStatus({ ...ENDED, ...record });
	const ref = { requestId: 'r-1', appId: 54663 };
	const { result, outcome } = completed({ ...ref, task, outputs: readOutputs(outputs, 'r-1') });
	const error = outcome.ok ? undefined : outcome.error;
	return { status: result.task.status, message: result.task.message, kind: error?.kind, error };
}

const failed = (message?: string) => ({ status: 'Failed', error_message: message });
const broken = (message?: string, type = 'ERROR') => ({
	...{ error_message: message, error_type: type },
});

describe('why a task failed is', () => {
	it.each<[string, object, object[], string, string]>([
		[
			'the longest text',
			failed('No'),
			[broken('No memory left'), broken('Oh')],
			'failed',
			'No memory left',
		],
		[
			'its own text if that is longer',
			failed('No memory left'),
			[broken('No')],
			'failed',
			'No memory left',
		],
		[
			'a rejection, however short',
			failed('It went wrong'),
			[broken('NSFW')],
			'content_rejected',
			'NSFW',
		],
		['the code of an output if there is no text', failed(), [broken()], 'failed', 'ERROR'],
	])('%s', (_, record, outputs, kind, message) => {
		const end = ended(record, outputs);

		expect(end).toMatchObject({ kind, message });
		expect(end.error?.message).toContain(message);
	});
});

it('a task without a usable output names the code of an output that has no text', () => {
	expect(
		ended({ status: 'Success' }, [broken(undefined, 'OUT_OF_MEMORY')]).error?.message,
	).toContain('OUT_OF_MEMORY');
});

describe('a task that ended with an unknown status', () => {
	it.each<[string, object, object[], object]>([
		[
			'succeeded if an output is usable, whatever its record says',
			{ error_message: 'Odd' },
			[GOOD],
			{ status: 'Success', message: undefined, kind: undefined },
		],
		[
			'failed if its record says why',
			{ error_message: 'Odd' },
			[],
			{ status: 'Failed', message: 'Odd', kind: 'failed' },
		],
		[
			'failed for its status if nothing says why',
			{},
			[{ audit_status: 4 }],
			{ status: 'Failed', message: 'Exploded' },
		],
		[
			'keeps it while nothing tells how it ended',
			{},
			[],
			{ status: 'Exploded', kind: 'empty_output' },
		],
	])('%s', (_, record, outputs, expected) => {
		expect(ended({ status: 'Exploded', ...record }, outputs)).toMatchObject(expected);
	});
});
