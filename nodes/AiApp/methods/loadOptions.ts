import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { quoted } from '../../../client/index';
import { chosenAppFields } from './appFields';

/** The inputs of the chosen app by label, for Override Inputs. */
export async function getInputNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = await chosenAppFields(this);
	// The editor takes descriptions for HTML.
	return fields.map(({ key, label }) => ({ name: label, value: key, description: quoted(key) }));
}
