import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import { excerpt } from '../../../client/index';
import { harmless } from './untrustedText';

const AGAIN = 'To load the inputs again, close this panel and open it.';

/** What to do about it stands in the panel already. */
const NO_APP_YET = 'The app is not known yet.';

/** Stands in place of a form that could not be loaded. The editor takes it for HTML. */
export function noticeOf(ctx: ILoadOptionsFunctions, error: unknown): string {
	const locator = ctx.getCurrentNodeParameter('appId') as IDataObject | undefined;
	// An expression without a value comes as a locator without one.
	if ((locator?.['value'] ?? '') === '') return NO_APP_YET;
	return harmless(`${wordsOf(error)} ${AGAIN}`);
}

/** Whether the editor has a form already, which an empty one would wipe with all that is filled in. */
export function hasForm(ctx: ILoadOptionsFunctions): boolean {
	const inputs = ctx.getCurrentNodeParameter('inputs') as IDataObject | undefined;
	const schema = inputs?.['schema'];
	return Array.isArray(schema) && schema.length > 0;
}

function wordsOf(error: unknown): string {
	if (error instanceof NodeApiError || error instanceof NodeOperationError)
		return `${error.message}. ${error.description ?? ''}`.trim();
	return excerpt(String(error));
}
