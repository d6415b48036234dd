import { settle } from '../../client/settle';
import { AiAppError } from '../../client/errors/AiAppError';

/** The error of a function; any error other than the client's own kind fails the test. */
export async function errorOf(work: () => unknown): Promise<AiAppError> {
	const result = await settle(async () => work());
	if (result.ok) throw new Error(`It succeeded: ${JSON.stringify(result.value)}`);
	if (result.error instanceof AiAppError) return result.error;
	throw result.error;
}
