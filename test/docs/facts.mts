import type { INodeProperties } from 'n8n-workflow';

type Named = Pick<INodeProperties, 'displayName' | 'name' | 'default' | 'options' | 'typeOptions'>;

const ROW = /^\| (?:(?:Output )?Option |Limit )?([^|`\n]+) `(\w+)` \| ([^|\n]*) \| (.*) \|$/gm;
const RANGE =
	/([\d.]*\d) by default|up to ([\d.]*\d)|at least ([\d.]*\d)|([\d.]*\d) to ([\d.]*\d)/gi;
const NAME = /^[A-Z]\S*( ([A-Z(]\S*|and|at|a|by|for|from|per|to|with))* [A-Z(]\S*[\w)]$/;

/** Names in bold, as panels have them, that no panel has. */
export function unknownNames(text: string, known: ReadonlySet<string>): string[] {
	const bold = [...text.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name = '']) => name);
	return bold.filter((name) => NAME.test(name) && !known.has(name));
}

/** Rows of a table, each with a parameter, its default and its range, that the code contradicts. */
export function wrongRows(text: string, parameters: readonly Named[]): string[] {
	return [...text.matchAll(ROW)].flatMap(([row, label, name, value = '', more = '']) => {
		const found = parameters.filter((one) => one.displayName === label && one.name === name);
		return hasDefault(value, found) && rangesFit(more, found) ? [] : [row];
	});
}

/** Sentences that name a parameter in bold beside another default or range than it has. */
export function wrongSentences(text: string, parameters: readonly Named[]): string[] {
	return text.split(/\n|(?<=[.:]) /).filter((sentence) => {
		const named = parameters.filter(({ displayName }) => sentence.includes(`**${displayName}**`));
		return named.length > 0 && !rangesFit(sentence, named);
	});
}

function hasDefault(shown: string, parameters: readonly Named[]): boolean {
	const [value, ...others] = parameters.map((one) => one.default);
	const numbers = shown.match(/[\d.]*\d/g);
	if (typeof value === 'boolean') return shown === (value ? 'on' : 'off');
	if (typeof value === 'number')
		return numbers?.every((n) => [value, ...others].includes(Number(n))) ?? shown === 'no limit';
	const choices = parameters.flatMap(({ options = [] }) => options);
	const chosen = choices.find((choice) => 'value' in choice && choice.value === value);
	if (chosen) return shown === `${chosen.name} \`${String(value)}\``;
	const isText = typeof value === 'string' && !value.startsWith('=');
	return parameters.length > 0 && (!isText || shown.includes(value));
}

function rangesFit(text: string, parameters: readonly Named[]): boolean {
	const fitting = parameters.flatMap(({ default: value, typeOptions }) =>
		typeof value === 'number' ? [value, typeOptions?.minValue, typeOptions?.maxValue] : [],
	);
	const shown = [...text.matchAll(RANGE)].flatMap(([, ...numbers]) => numbers.filter(Boolean));
	return fitting.length === 0 || shown.every((number) => fitting.includes(Number(number)));
}
