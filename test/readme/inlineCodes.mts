import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');
const textOf = (folder: string) =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => read(join(entry.parentPath, entry.name)))
		.join('\n');

const { name: packageName, scripts } = JSON.parse(read('package.json')) as {
	readonly name: string;
	readonly scripts: Readonly<Record<string, string>>;
};
const { environment } = (
	parse(read('compose.yaml'), { merge: true }) as {
		readonly services: {
			readonly main: { readonly environment: Readonly<Record<string, unknown>> };
		};
	}
).services.main;
const shipped = ['client', 'nodes', 'credentials'].map(textOf).join('\n');
const schemas = textOf('nodes/AiApp/__schema__');
const workflows = textOf('workflows');
const n8nConfig = textOf('node_modules/@n8n/config/dist');

type Kind = { readonly looks: RegExp; isSo(code: string): boolean };

/** What a code may be, by its looks; the first that fits decides. */
const KINDS: readonly Kind[] = [
	{ looks: /^npm /, isSo: (code) => (/^npm run ([\w:]+)/.exec(code)?.[1] ?? '') in scripts },
	{ looks: /^\{\{/, isSo: isExpression },
	{ looks: /^\{ [\w, ]+ \}$/, isSo: isUploaded },
	{ looks: /^[A-Z\d]+(_[A-Z\d]+)+/, isSo: isVariable },
	{ looks: /^https:/, isSo: (code) => shipped.includes(code) },
	{ looks: /^\./, isSo: (code) => [read('compose.yaml'), read('.gitignore')].some(names(code)) },
	{ looks: /-$/, isSo: (code) => shipped.includes(`'${code}'`) },
	{ looks: /^data(_1)?$/, isSo: (code) => shipped.includes(`default: '${code.split('_')[0]}'`) },
	{ looks: /^[a-z]+(_[a-z]+)*$/, isSo: isField },
	{ looks: /^n8n-nodes-/, isSo: (code) => code === packageName },
];

/** Those that are nothing which exists. */
export function unknownCodes(codes: readonly string[]): readonly string[] {
	return codes.filter((code) => !KINDS.find(({ looks }) => looks.test(code))?.isSo(code));
}

function names(code: string): (text: string) => boolean {
	const [first = ''] = code.split(/(?<=\w)\//);
	return (text) => text.includes(first);
}

/** One that the node has as a default, or an example workflow, which the end-to-end tests run. */
function isExpression(code: string): boolean {
	return shipped.includes(`'=${code}'`) || workflows.includes(JSON.stringify(`=${code}`));
}

/** A variable of n8n, with the value it is given here, or a word of ours. */
function isVariable(code: string): boolean {
	const [name = '', value] = code.split('=');
	if (value !== undefined) return environment[name] === value;
	return name in environment || n8nConfig.includes(`'${name}'`) || isWord(shipped, name);
}

/** A key of the items that the node puts out. */
function isField(code: string): boolean {
	return schemas.includes(`"${code}":`) || isWord(shipped, `${code}:`);
}

function isWord(text: string, word: string): boolean {
	return new RegExp(`(?<!\\w)${word}`).test(text);
}

function isUploaded(code: string): boolean {
	const { properties } = JSON.parse(read('nodes/AiApp/__schema__/v1.0.0/file/upload.json')) as {
		readonly properties: object;
	};
	return code === `{ ${Object.keys(properties).join(', ')} }`;
}
