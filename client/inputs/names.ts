import { inputError, type AiAppError } from '../errors/AiAppError';
import { say } from '../parsing/say';
import type { AppInputs } from './appInputs';
import type { MappedFields } from './mapFields';
import type { Rejections } from './rejections';
import type { UserInput, UserInputs } from './userInputs';

/**
 * What the user gave, by input key. JSON and overrides may contain labels. A form has keys only,
 * and an outdated key must not be taken for the label of another input.
 * @throws AiAppError kind `input` if values or overrides give an input twice, such as by its key
 * and by its label, unless `rejections` collects the error
 */
export function inputsByKey(
	{ keyOf }: AppInputs,
	{ values, overrides, isJson }: UserInputs,
	rejections: Rejections,
): Pick<UserInputs, 'values' | 'overrides'> {
	const byKey = (inputs: readonly UserInput[]) => {
		const named = inputs.map(({ key: name, value }) => ({ name, key: keyOf(name), value }));
		requireOneName(named, rejections);
		return named.map(({ key, value }) => ({ key, value }));
	};
	const entries = Object.entries(values).map(([key, value]) => ({ key, value }));
	const ofValues = isJson ? byKey(entries) : entries;
	return {
		values: Object.fromEntries(ofValues.map(({ key, value }) => [key, value])),
		overrides: byKey(overrides),
	};
}

/** If an input has two values, nobody knows which one is meant, and the task costs money. */
function requireOneName(
	inputs: ReadonlyArray<{ readonly name: string; readonly key: string }>,
	{ reject }: Rejections,
): void {
	const names = new Map<string, string>();
	for (const { name, key } of inputs) {
		const other = names.get(key);
		if (other !== undefined) reject(givenTwice(other, name), key);
		names.set(key, name);
	}
}

const SAME_INPUT = { reason: 'sameInput' } as const;

function givenTwice(one = '', other = ''): AiAppError {
	return one === other
		? inputError(say`The input "${one}" has two values`, SAME_INPUT)
		: inputError(say`"${one}" and "${other}" are the same input of the app`, SAME_INPUT);
}

/**
 * Rejects an item whose fields leave open what is meant: none has the name of an input, or several have
 * the name of the same one.
 */
export function rejectMisnamed(
	app: AppInputs,
	{ doubles, sources, unused }: MappedFields,
	{ reject }: Rejections,
): void {
	for (const { key, names } of doubles) reject(givenTwice(...names), key);
	if (doubles.length > 0 || Object.keys(sources).length > 0) return;
	const label = unused.map((name) => name.trim()).find(app.isShared);
	reject(label === undefined ? noFieldFits(app, unused) : unknownInput(label, app, true));
}

function noFieldFits({ accepted }: AppInputs, names: readonly string[]): AiAppError {
	const details = { reason: 'noFieldFits', accepted } as const;
	return names.length > 0
		? inputError(say`No field of this item has the name of an input, but it has: ${names}`, details)
		: inputError('This item has no field with the name of an input', details);
}

/**
 * The error for an input that the app doesn't have, or for a label that several of its inputs have.
 */
export function unknownInput(
	name: string,
	{ accepted, isShared }: AppInputs,
	isJson: boolean | undefined,
): AiAppError {
	if (isShared(name))
		return inputError(say`Several inputs of the app have the label "${name}"`, {
			reason: 'sharedLabel',
			given: name,
			accepted,
		});
	const reason = isJson ? 'unknownInputInJson' : 'unknownInput';
	return inputError(say`The app has no input "${name}"`, { reason, given: name, accepted });
}
