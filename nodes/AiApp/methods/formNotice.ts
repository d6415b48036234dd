import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
} from 'n8n-workflow';
import { excerpt } from '../../../client/index';
import { harmless } from './untrustedText';

const AGAIN = 'To reload the inputs, reopen this panel.';

/** Another notice of the panel says what to do. */
const NO_APP_YET = 'No app is set yet.';

/** Shown in place of a form that could not be loaded. The editor treats it as HTML. */
export function noticeOf(ctx: ILoadOptionsFunctions, error: unknown): string {
	const locator = ctx.getCurrentNodeParameter('appId') as IDataObject | undefined;
	// An expression without a value arrives as a locator without one.
	if ((locator?.['value'] ?? '') === '') return NO_APP_YET;
	return harmless(`${wordsOf(error)} ${AGAIN}`);
}

/** Whether the editor already has a form, which an empty one would clear with all its values. */
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
