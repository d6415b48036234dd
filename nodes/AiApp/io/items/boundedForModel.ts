import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { groupedDigits, isRecord, say } from '../../../../client/index';

/** Providers of models charge for each word, and agents keep what a tool has returned. */
const MOST_OUTPUTS = 20;
const LONGEST_TEXT = 10_000;

/** What a model gets of an item: not more than it can use, and a sentence about the rest. */
export function boundedForModel(item: INodeExecutionData): INodeExecutionData {
	let outputsLeftOut = 0;
	let textsCut = 0;
	const json = within(item.json, false) as IDataObject;
	const more = [
		outputsLeftOut > 0 && say`${outputsLeftOut} more outputs are left out here.`,
		textsCut > 0 && say`Texts are cut after ${groupedDigits(LONGEST_TEXT)} characters.`,
	];
	const note = more.filter(Boolean).join(' ');
	return note === '' ? item : { ...item, json: { ...json, note } };

	/** Cuts long texts and lists of outputs. A model's outputs are one list for each kind. */
	function within(value: unknown, areOutputs: boolean): unknown {
		if (typeof value === 'string') return shortened(value);
		if (Array.isArray(value)) {
			const kept: unknown[] = areOutputs ? value.slice(0, MOST_OUTPUTS) : value;
			outputsLeftOut += value.length - kept.length;
			return kept.map((one) => within(one, false));
		}
		if (!isRecord(value)) return value;
		const members = Object.entries(value).map(([name, member]) => [
			name,
			within(member, areOutputs || name === 'outputs'),
		]);
		return Object.fromEntries(members);
	}

	function shortened(text: string): string {
		if (text.length <= LONGEST_TEXT) return text;
		textsCut += 1;
		return `${text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…`;
	}
}
