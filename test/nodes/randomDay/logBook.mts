import { requireOfEngine } from '../../setup/requireOnce.mts';

type Levels = Record<'debug' | 'info' | 'warn' | 'error', (...words: unknown[]) => void>;
type Container = { get(service: unknown): Levels };

/** The lines in n8n's log from now on, on all levels. */
export function keepLog(): string[] {
	const { Container } = requireOfEngine('@n8n/di') as { readonly Container: Container };
	const { Logger } = requireOfEngine('@n8n/backend-common') as { readonly Logger: unknown };
	const logger = Container.get(Logger);
	const lines: string[] = [];
	for (const level of ['debug', 'info', 'warn', 'error'] as const)
		jest.spyOn(logger, level).mockImplementation((...words) => {
			lines.push(JSON.stringify(words));
		});
	return lines;
}
