import type { INodeListSearchItems } from 'n8n-workflow';
import { excerpt, type AppRecord } from '../../../client/index';
import { harmless } from './untrustedText';

/** A row of the list of apps. */
export type AppRow = INodeListSearchItems & { readonly id: number };

const LONGEST_NAME = 80;
const LONGEST_AUTHOR = 40;

/** The editor stores the name with the choice and shows it from then on; the list shows nothing else. */
export function rowOf(id: number, name: unknown, author?: unknown): AppRow {
	const title = cut(name, LONGEST_NAME);
	const by = cut(author, LONGEST_AUTHOR);
	const named = `${title}${by === '' ? '' : ` by ${by}`} (${id})`;
	return { id, value: String(id), name: harmless(title === '' ? `App ${id}` : named) };
}

/** The row of an app as its author describes it. */
export function rowOfApp(id: number, { name, nick_name }: AppRecord): AppRow {
	return rowOf(id, name, nick_name);
}

/** A row that is no app. Clicked, it leaves the parameter empty. */
export function hintRow(name: string): INodeListSearchItems {
	return { name, value: '' };
}

function cut(text: unknown, longest: number): string {
	return typeof text === 'string' ? excerpt(text, longest).trim() : '';
}
