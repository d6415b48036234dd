import { AiAppError, kindOf, say } from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';

/**
 * The inputs of an app.
 * @throws AiAppError if they are unknown: no task is created, because nothing can be checked
 */
export async function readForm(
	context: ExecutionContext,
	appId: number,
	retryForMs: number,
): Promise<AppForm> {
	const form = await context.appForm(appId, retryForMs);
	if (form.ok) return form.value;
	throw form.error instanceof AiAppError ? unchecked(form.error, appId) : form.error;
}

function unchecked(error: AiAppError, appId: number): AiAppError {
	const about = error.about({ appId });
	if (kindOf(about.kind).isClear) return about;
	return about
		.saying(say`Couldn't load the inputs of app ${appId}. ${about}`)
		.with({ cost: 'free' });
}
