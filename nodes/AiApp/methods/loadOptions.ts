import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { excerpt } from '../../../client/index';
import { harmless } from './untrustedText';
import { chosenAppFields } from './appFields';

/** The inputs of the chosen app by label, for Override Inputs. */
export async function getInputNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { fields } = await chosenAppFields(this);
	return fields.map(({ key, label }) => ({
		name: harmless(label),
		value: harmless(key),
		// The editor takes descriptions for HTML.
		description: harmless(excerpt(key)),
	}));
}
