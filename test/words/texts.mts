import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text of more than one word, with its file and what stands before it. */
export type Text = { readonly file: string; readonly before: string; readonly text: string };

/** Stands for an insertion, with as many characters as a title counts for it. */
export const INSERTED = '‹inserted›';

/** Comments are matched as well, so that an apostrophe in one begins no text. */
const COMMENT_OR_TEXT =
	/\/\*[\s\S]*?\*\/|\/\/.*|(["'])((?:\\.|(?!\1)[^\\\n])*)\1|`((?:\\.|[^`\\\n])*)`/g;

/** The texts of more than one word in a file. */
export function textsIn(file: string, source: string): readonly Text[] {
	return [...source.matchAll(COMMENT_OR_TEXT)].flatMap(({ index, 2: literal, 3: template }) => {
		const text = (literal ?? template ?? '').replace(/\\(.)/g, '$1');
		if (!text.includes(' ')) return [];
		const before = source.slice(Math.max(0, index - 60), index);
		return [{ file, before, text: text.replace(/\$\{[^}]*\}+/g, INSERTED) }];
	});
}

/** Of all shipped code, the panels included. */
export const texts: readonly Text[] = ['client', 'nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name))
		.flatMap((file) => textsIn(file, readFileSync(file, 'utf8'))),
);
