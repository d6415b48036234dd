import { spawnSync } from 'node:child_process';

type Linted = {
	readonly messages: readonly { readonly ruleId: string; readonly message: string }[];
};

/** An operation that declares what others declare, what each operation has, and what is its own. */
const OPERATION = `
	export async function executeFor() {}
	export function settle() {}
	export type Clock = 1;
	class AiAppError {}
	function onlyHere() {}
`;

test('a function or type of the product has a name of its own, but for what each operation exports', () => {
	const file = ['--stdin', '--stdin-filename', 'nodes/AiApp/actions/task/stop.operation.ts'];
	const options = ['-c', 'checks/house.mjs', '-f', 'json', ...file];

	const linted = spawnSync('node_modules/.bin/eslint', options, {
		input: OPERATION,
		encoding: 'utf8',
		// Else typescript-eslint reads the file itself.
		env: { ...process.env, TSESTREE_SINGLE_RUN: 'false' },
	});

	const [{ messages = [] } = {}] = JSON.parse(linted.stdout) as Linted[];
	const doubles = messages.filter(({ ruleId }) => ruleId === 'house/one-meaning');
	expect(doubles.map(({ message }) => message.split('. ')[0])).toEqual([
		'settle is also declared in client/settle.ts',
		'Clock is also declared in client/ports/index.ts',
		'AiAppError is also declared in client/errors/AiAppError.ts',
	]);
});
