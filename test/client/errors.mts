import { settle } from '../../client/settle';
import { AiAppError } from '../../client/errors/AiAppError';

/** The error that work ends with; anything else than the client's own kind fails the test. */
export async function errorOf(work: () => unknown): Promise<AiAppError> {
	const result = await settle(async () => work());
	if (result.ok) throw new Error(`It succeeded: ${JSON.stringify(result.value)}`);
	if (result.error instanceof AiAppError) return result.error;
	throw result.error;
}
