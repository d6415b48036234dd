import { requireOfEngine } from './engineLibrary.mts';

type Levels = Record<'debug' | 'info' | 'warn' | 'error', (...words: unknown[]) => void>;
type Container = { get(service: unknown): Levels };

/**
 * The lines in n8n's log from now on, on the levels that it writes by default. On `debug`, n8n itself
 * quotes the messages of failed executions.
 */
export function keepLog(): string[] {
	const { Container } = requireOfEngine('@n8n/di') as { readonly Container: Container };
	const { Logger } = requireOfEngine('@n8n/backend-common') as { readonly Logger: unknown };
	const logger = Container.get(Logger);
	const lines: string[] = [];
	jest.spyOn(logger, 'debug').mockImplementation(() => undefined);
	for (const level of ['info', 'warn', 'error'] as const)
		jest.spyOn(logger, level).mockImplementation((...words) => {
			lines.push(JSON.stringify(words));
		});
	return lines;
}
