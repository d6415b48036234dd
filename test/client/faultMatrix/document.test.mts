import { EXPECTED, GROUPS, type CallName } from './expected.mts';
import { FAULT_NAMES, type FaultName } from './faults.mts';
import type { Cell } from './rows.mts';

test('the document has the matrix as it is proved', () => {
	expect(documentText()).toMatchFile('docs/development/faults.md');
});

function documentText(): string {
	const groups = Object.entries(GROUPS).map(
		([name, calls]) => `## ${name}\n\n${tableOf(Object.keys(calls) as CallName[])}`,
	);
	const count = Object.keys(EXPECTED).length * FAULT_NAMES.length * 2;
	return `# Faults

This page lists how ${Object.keys(EXPECTED).length} API calls behave under ${FAULT_NAMES.length} network and server faults. Each fault occurs once or every time: ${count.toLocaleString('en')} tested combinations. In \`npm test\`, the emulator does each of them to the client over HTTP. The tests are next to \`test/client/faultMatrix/expected.mts\`. \`npm run generate\` writes this page.

Each cell also proves:

- At most one task was created, also after a retry. An unconfirmed create was sent once.
- Every request ID in a response is also in the result, the message, the log or the ledger.
- None of these contains 12 consecutive characters of a key, token, storage credential or signature.
- No message denies the charge of a task that exists, or leads to a new task if the old one can be read.
- No other host was called, and everything finished within the time limits.
- No promise rejection was left unhandled, because that would end the test run.

If a cell has two entries, the first is for a fault that occurs once, and the second for one that occurs every time.

- \`ok\`: the call was repeated, or its response wasn't needed. The user doesn't notice the fault.
- \`canceled\`, \`interrupted\`, \`ended\`, *keeps running*: what the message says about the task of a stopped execution, or at the max run time. With *keeps running* it also has the request ID and the last known status.
- Everything else is the kind of the error. [errors.md](../errors.md) has the messages, and what to do. After \`unconfirmed\` a task may exist. After \`timeout\` it keeps running, and the message has its request ID. A paused execution with \`timeout\` stays paused until its own limit, and then returns the request IDs of its tasks.

${groups.join('\n\n')}

Some cells say \`ok\` although the fault occurs each time:

- Only status and code matter in responses to cancel, interrupt and commit. Those to cancel and interrupt may be empty.
- If the response to a stop is lost, the status of the task shows whether it worked.
- A service that doesn't support task headers returns the result of a create directly. Other calls have no task headers.
- A storage responds without a body, so faults of the body don't affect it. A file has no types.
`;
}

/** Faults with the same results for all calls of the table share a row. */
function tableOf(calls: readonly CallName[]): string {
	const rows = new Map<string, FaultName[]>();
	for (const fault of FAULT_NAMES) {
		const cells = calls.map((call) => cell(EXPECTED[call][fault])).join(' | ');
		rows.set(cells, [...(rows.get(cells) ?? []), fault]);
	}
	return [
		`| Fault | ${calls.join(' | ')} |`,
		`| --- |${' --- |'.repeat(calls.length)}`,
		...[...rows].map(([cells, faults]) => `| ${faults.join('<br>')} | ${cells} |`),
	].join('\n');
}

function cell([once, always]: Cell): string {
	return once === always ? shown(once) : `${shown(once)}, ${shown(always)}`;
}

function shown(word: Cell[number]): string {
	return word === 'keeps running' ? '*keeps running*' : `\`${word}\``;
}
