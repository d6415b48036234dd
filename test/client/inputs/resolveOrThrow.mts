import { appInputs } from '../../../client/inputs/appInputs';
import type { UserInputs } from '../../../client/inputs/userInputs';
import { collectRejections, throwAll } from '../../../client/inputs/rejections';
import { resolveInputs, type ResolvedInputs } from '../../../client/inputs/resolve';
import type { InputField } from '../../../client/inputs/schema';

/** What is sent. @throws AiAppError for what is rejected, as App: Run does */
export function resolveOrThrow(schema: readonly InputField[], inputs: UserInputs): ResolvedInputs {
	const rejections = collectRejections();
	const resolved = resolveInputs(appInputs(schema), inputs, rejections);
	throwAll(rejections, {});
	return resolved;
}
