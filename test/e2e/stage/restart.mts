import { startN8n, type N8nServer } from '../../../scripts/n8n/server.mts';
import type { OwnStage } from './ownStage.mts';
import { n8nFolder, projectFolder, usualEnv } from './testStage.mts';

/**
 * Kills a stage's n8n and starts another one with its data, at the same URL, with its own log. The
 * stage does not stop that one.
 */
export async function killAndRestart({ n8n, userFolder }: OwnStage): Promise<N8nServer> {
	await n8n.kill();
	const second = await startN8n({
		n8nFolder,
		packageFolder: projectFolder,
		userFolder,
		preferredPort: Number(new URL(n8n.url).port),
		logName: 'n8n-again.log',
		env: usualEnv,
	});
	expect(second.url).toBe(n8n.url);
	return second;
}
