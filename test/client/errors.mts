import { settle } from '../../client/settle';
import { AiAppError } from '../../client/errors/AiAppError';

/** Whether an error is a mistake of the code: none was foreseen that says this. */
export function isBug(error: unknown): boolean {
	return !(error instanceof AiAppError) || error.kind === 'node';
}

/** The error of a function; any error other than the client's own kind fails the test. */
export async function errorOf(work: () => unknown): Promise<AiAppError> {
	const result = await settle(async () => work());
	if (result.ok) throw new Error(`It succeeded: ${JSON.stringify(result.value)}`);
	if (isBug(result.error)) throw result.error.cause;
	return result.error;
}
