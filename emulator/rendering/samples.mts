import { renderCard, type Card } from './card.mts';

const SAMPLES: Readonly<Record<string, Card>> = {
	'landscape.png': {
		width: 320,
		height: 200,
		text: 'Sample landscape',
		footnote: '',
		pattern: 'landscape',
	},
	'portrait.png': {
		width: 200,
		height: 260,
		text: 'Sample portrait',
		footnote: '',
		pattern: 'portrait',
	},
};

/** The sample image with this name as PNG, if there is one. */
export async function renderSample(name: string): Promise<Buffer | undefined> {
	const card = SAMPLES[name];
	return card && renderCard(card);
}
