import { once } from 'node:events';
import { SAMPLE_APPS } from '../../emulator/index.mts';
import { webhookUrl, type StoredWorkflow } from '../n8n/workflows.mts';
import { addExample, exampleFiles, formUrl, readExample } from '../stage/examples.mts';
import { OWNER, type Stage } from '../stage/stage.mts';

/** Puts the examples into the editor, says where it is, and leaves it open until Ctrl-C. */
export async function stayOpen(stage: Stage, projectFolder: string): Promise<void> {
	const examples: StoredWorkflow[] = [];
	for (const file of exampleFiles(projectFolder)) {
		examples.push(await addExample(stage, await readExample(stage, projectFolder, file)));
	}
	console.log(invitation(stage, examples));
	await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
	console.log('\nStopping n8n and the emulator ...');
}

function invitation(stage: Stage, examples: readonly StoredWorkflow[]): string {
	const { n8n, emulator } = stage;
	const apps = SAMPLE_APPS.map(({ id, name }) => `  ${id}  ${name}`);
	const workflows = examples.map(({ id, name }) => `  ${name}: ${n8n.url}/workflow/${id}`);
	return `
n8n is ready.

  Editor    ${n8n.url}
  Email     ${OWNER.email}
  Password  ${OWNER.password}

Workflows to open
${workflows.join('\n')}

To try
  1. Open "Text to Picture" and click "Execute workflow". After some four seconds the node
     "AI App" has a picture: double-click it and look at the tab "Binary" of its output.
  2. Change the prompt in "Edit Fields", or the width in "AI App", and run it again.
  3. Put the id of another app into "App": the form becomes that of the app.
  4. Open "Notify Another Workflow: Sender" and execute it. A few seconds later its task has
     started the receiver: look at the executions of that one.
  5. "AI Agent That Makes Pictures" is the only one that needs more: a chat model of yours.
${examples.map((example) => fillingIn(stage, example) + postingTo(stage, example)).join('')}
Apps of the emulator, which stands in for the service
${apps.join('\n')}

Its requests, tasks and faults: ${emulator.controlUrl}/control/state
n8n's log: ${n8n.logFile}
Ctrl-C stops both.
`;
}

/** Where a form is open; empty for all that show none. */
function fillingIn({ n8n }: Stage, example: StoredWorkflow): string {
	const address = formUrl(n8n.url, example);
	if (address === undefined || !example.active) return '';
	return `
"${example.name}" is open to everybody on this machine
  ${address}
`;
}

/** How to call a workflow that waits for a photo; empty for all that do not listen. */
function postingTo({ n8n, emulator }: Stage, example: StoredWorkflow): string {
	const address = webhookUrl(n8n.url, example);
	if (address === undefined || !example.active) return '';
	return `
"${example.name}" listens. Post it a photo of yours or this sample, and look at picture.png
  curl -o photo.png ${emulator.storageUrl}/samples/portrait.png
  curl -F photo=@photo.png -o picture.png ${address}
`;
}
