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

Each cell also proves that at most one task was created, also when the same piece of work is tried again; that a create of unknown fate was sent once; that every request ID which came in an answer is told in the result, the message, the log or the ledger; that no 12 characters in a row of a key, token, storage credential or signature are in any of these; that no message denies the charge of a task that exists, or leads to another one where it can be read; that no other host was called; and that all was over within the time limits. A rejection that nobody handles would end the run of the tests.

Where a cell has two entries, the first is for a fault that strikes once, and the second for one that strikes every time.

- \`ok\`: the call was repeated, or its answer could be done without. The user sees nothing of it.
- \`canceled\`, \`interrupted\`, \`ended\`, *goes on*: what the message says of the task of a stopped execution. *Goes on* comes with the request ID and the last known state.
- All else is the kind of the error: [errors.md](../errors.md) has the messages, and what to do. After \`unconfirmed\` a task may exist; after \`timeout\` it goes on, and its request ID is told. A sleeping execution with \`deadline\` sleeps until its own limit, and then tells its tasks.

${groups.join('\n\n')}

Some cells say \`ok\` although the fault strikes each time. Answers to cancel, interrupt and commit matter by their status and code alone; those to cancel and interrupt may be empty. The task tells whether a stop has worked whose answer was lost. Where the service knows no task headers, it answers a create with the result; other calls carry none. A storage answers without a body, so faults of the body do not strike it; and a file has no types.
`;
}

/** Faults that come to the same for all calls of the table share a row. */
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
	return word === 'goes on' ? '*goes on*' : `\`${word}\``;
}
