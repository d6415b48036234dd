import { renderCard } from '../rendering/card.mts';
import type { InputValues, OutputFile } from './app.mts';

/** An image that lists the values of the task, for apps that test inputs. */
export function valueSheet(title: string, values: InputValues): OutputFile {
	const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`);
	const text = [title, '', ...lines].join('\n');
	const pattern = JSON.stringify(values);
	const card = { width: 640, height: 'fitting', text, footnote: '', pattern } as const;
	return { ext: '.png', render: () => renderCard(card) };
}
