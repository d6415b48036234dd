import { isRecord } from '../parsing/scalars';

/** The types of ComfyUI that a form has fields for. */
const TYPES: readonly unknown[] = ['BOOLEAN', 'COMBO', 'FLOAT', 'INT', 'STRING'];

type Declaration = {
	/** In lower case, empty if there is none. */
	readonly type: string;
	readonly options: unknown;
};

/**
 * The field options of an input. Some are sent as ComfyUI itself declares an input: a list of its
 * type (or its choices instead) and its options. A plain list of choices has no such members.
 */
export function declarationOf(sent: unknown): Declaration {
	if (!Array.isArray(sent) || sent.length > 2) return { type: '', options: sent };
	const [first, second] = sent as readonly unknown[];
	if (Array.isArray(first) && (second === undefined || isRecord(second)))
		return { type: 'combo', options: { ...second, values: first } };
	if (isRecord(second) && TYPES.includes(first))
		return { type: String(first).toLowerCase(), options: second };
	return { type: '', options: sent };
}
