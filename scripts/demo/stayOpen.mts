import { once } from 'node:events';
import { SAMPLE_APPS } from '../../emulator/index.mts';
import { webhookUrl, type StoredWorkflow } from '../n8n/workflows.mts';
import { addExample, exampleFiles, formUrl, readExample } from '../stage/examples.mts';
import { OWNER, type Stage } from '../stage/stage.mts';

/** Puts the examples into the editor, prints its URL, and leaves it open until Ctrl-C. */
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
  1. Open "Generate an image from text" and click "Execute workflow". After about 4 seconds,
     double-click "Generate Image" and select the tab "Binary" to see the image.
  2. Change the prompt in "Set Prompt", or the width in "Generate Image", and run it again.
  3. Enter the ID of another app in "App". The node loads the inputs of that app.
  4. Open "Start a workflow when a task finishes (1 of 2: sender)" and execute it. A few seconds
     later, the executions of the receiver show the result.
  5. "AI agent that generates images" also needs a credential for a chat model.
${examples.map((example) => fillingIn(stage, example) + postingTo(stage, example)).join('')}
Apps of the emulator, which stands in for the service
${apps.join('\n')}

Its requests, tasks and faults: ${emulator.controlUrl}/control/state
n8n's log: ${n8n.logFile}
Ctrl-C stops both.
`;
}

/** The URL of an open form; empty for workflows without a form. */
function fillingIn({ n8n }: Stage, example: StoredWorkflow): string {
	const address = formUrl(n8n.url, example);
	if (address === undefined || !example.active) return '';
	return `
Everyone on this machine can open the form of "${example.name}"
  ${address}
`;
}

/** How to call a workflow that waits for a photo; empty for all that do not listen. */
function postingTo({ n8n, emulator }: Stage, example: StoredWorkflow): string {
	const address = webhookUrl(n8n.url, example);
	if (address === undefined || !example.active) return '';
	return `
"${example.name}" waits for a photo. Send your own or this sample, then open picture.png
  curl -o photo.png ${emulator.storageUrl}/samples/portrait.png
  curl -F photo=@photo.png -o picture.png ${address}
`;
}
