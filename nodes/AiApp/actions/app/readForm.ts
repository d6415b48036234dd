import { AiAppError, kindOf, say } from '../../../../client/index';
import type { AppForm } from '../../execution/appFormCache';
import type { ExecutionContext } from '../../execution/context';

/**
 * The inputs of an app: the current ones, or those read within the last hour.
 * @throws AiAppError if they are unknown: no task is created, because nothing can be checked
 */
export async function readForm(
	context: ExecutionContext,
	appId: number,
	retryForMs: number,
): Promise<AppForm> {
	const form = await context.appForm(appId, retryForMs);
	if (!form.ok) throw form.error instanceof AiAppError ? unchecked(form.error, appId) : form.error;
	const { outdated } = form.value;
	if (outdated instanceof AiAppError) hintAtOutdatedForm(context, appId, outdated);
	return form.value;
}

function unchecked(error: AiAppError, appId: number): AiAppError {
	const about = error.about({ appId });
	if (kindOf(about.kind).isClear) return about;
	return about
		.saying(say`Couldn't load the inputs of app ${appId}. ${about}`)
		.with({ cost: 'free' });
}

function hintAtOutdatedForm(
	{ hints, progress }: ExecutionContext,
	appId: number,
	reason: AiAppError,
): void {
	hints.add(
		say`Couldn't load the inputs of app ${appId}, so values were checked against the inputs loaded within the last hour. ${reason}.`,
	);
	progress.note(
		say`Couldn't load the inputs of app ${appId}, so its earlier inputs were used. ${reason}`,
	);
}
