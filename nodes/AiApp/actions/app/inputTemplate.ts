import type { InputField } from '../../../../client/index';
import { canBeFilledIn } from '../../methods/untrustedText';

/**
 * An object to edit and paste into 'App Inputs (JSON)': each input with its default, or a value of its
 * type. People paste it into a parameter, so texts that n8n would run are left out.
 */
export function inputTemplate(inputs: readonly InputField[]): Readonly<Record<string, unknown>> {
	const entries = inputs.map((input) => [input.key, valueFor(input)] as const);
	return Object.fromEntries(entries.filter((entry) => entry.every(isHarmless)));
}

function valueFor({ kind, choices, min, default: preset }: InputField): unknown {
	if (preset !== undefined) return preset;
	switch (kind) {
		case 'text':
			return '';
		case 'number':
			return min ?? 0;
		case 'boolean':
			return false;
		case 'choice':
			return choices[0]?.value ?? '';
		default:
			return { $binary: 'data' };
	}
}

function isHarmless(value: unknown): boolean {
	return typeof value !== 'string' || canBeFilledIn(value);
}
