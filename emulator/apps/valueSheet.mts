import { renderCard } from '../rendering/card.mts';
import type { InputValues, OutputFile } from './app.mts';

/** The file of an app that is about its inputs: a picture that lists the values of the run. */
export function valueSheet(title: string, values: InputValues): OutputFile {
	const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
	const text = [title, '', ...lines].join('\n');
	const pattern = JSON.stringify(values);
	const card = { width: 640, height: 'fitting', text, footnote: '', pattern } as const;
	return { ext: '.png', render: () => renderCard(card) };
}
