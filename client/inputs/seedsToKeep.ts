import { givenByKey } from './names';
import { throwFirst } from './rejections';
import type { GivenInput, GivenInputs } from './given';
import type { InputField } from './schema';

/**
 * The overrides, and the seeds that the user entered, which no drawn seed may replace. A seed that
 * equals the app's own one counts as not entered: forms are filled in with it.
 */
export function seedsToKeep(
	schema: readonly InputField[],
	given: GivenInputs,
): readonly GivenInput[] {
	const { values, overrides } = givenByKey(schema, given, throwFirst);
	const entered = schema.flatMap(({ key, isSeed, default: preset }) => {
		const value = values[key] ?? '';
		return isSeed && value !== '' && String(value) !== String(preset) ? [{ key, value }] : [];
	});
	return [...overrides, ...entered];
}
