import { ellipse, polygonsOf, rectangle } from './path.mts';
import type { Shape } from './shape.mts';

/** A fir seen from far away. */
export const PINE = polygonsOf(
	'M47 101L47 86 24 86 38 66 30 66 42 46 36 46 50 14 64 46 58 46 70 66 62 66 76 86 53 86 53 101Z',
);

export const PLANTS: readonly Shape[] = [
	{
		words: ['tree', 'oak', 'apple', 'cherry', 'orchard'],
		place: 'land',
		size: 0.36,
		color: '#3f7d46',
		parts: [
			['dark', 'M45 101L47 62 40 50 42 48 49 58 53 46 55 47 53 62 56 101Z'],
			['own', ellipse(34, 48, 19, 17)],
			['own', ellipse(66, 48, 20, 18)],
			['own', ellipse(50, 32, 25, 22)],
			['shade', ellipse(60, 42, 14, 11)],
			['shade', ellipse(38, 52, 11, 8)],
		],
	},
	{
		words: ['pine', 'fir', 'spruce', 'forest', 'wood'],
		place: 'land',
		size: 0.34,
		color: '#2f6650',
		parts: [
			['dark', rectangle(47, 84, 6, 18)],
			['own', 'M50 10L64 40 58 40 72 64 65 64 80 88 20 88 35 64 28 64 42 40 36 40Z'],
			['shade', 'M50 10L64 40 58 40 72 64 65 64 80 88 54 88Z'],
		],
	},
	{
		words: ['palm', 'island', 'tropical'],
		place: 'land',
		size: 0.38,
		color: '#3c8455',
		parts: [
			['dark', 'M43 101C47 76 48 54 54 32L57 33C53 56 53 78 52 101Z'],
			[
				'own',
				'M56 32C40 22 24 26 14 42C28 34 42 32 56 32ZM56 32C42 30 30 42 28 58C36 44 46 38 56 32Z',
			],
			[
				'own',
				'M56 32C70 20 86 24 96 38C82 32 70 32 56 32ZM56 32C70 30 82 40 86 56C76 44 66 38 56 32Z',
			],
			[
				'shade',
				'M56 32C50 16 40 10 26 12C38 16 48 24 56 32ZM56 32C60 16 70 8 84 10C72 14 64 22 56 32Z',
			],
			['shade', ellipse(53, 36, 3) + ellipse(59, 37, 3)],
		],
	},
	{
		words: ['flower', 'garden', 'rose', 'tulip', 'sunflower', 'gardener'],
		place: 'land',
		size: 0.2,
		color: '#e0567a',
		parts: [
			[
				'dark',
				'M48.8 101L49 40 51 40 51.2 101ZM50 84C40 70 30 70 24 72C30 82 40 86 50 84ZM50 92C58 78 70 76 77 78C72 88 60 94 50 92Z',
			],
			['own', ellipse(50, 14, 12)],
			['own', ellipse(31, 28, 12)],
			['own', ellipse(69, 28, 12)],
			['own', ellipse(38, 48, 12)],
			['own', ellipse(62, 48, 12)],
			['lamp', ellipse(50, 34, 12)],
		],
	},
];
