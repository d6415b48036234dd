import { ellipse, rectangle } from './path.mts';
import type { Shape } from './shape.mts';

export const VESSELS: readonly Shape[] = [
	{
		words: ['boat', 'sailboat', 'sailing', 'yacht', 'sail'],
		place: 'sea',
		size: 0.3,
		color: '#b23a34',
		parts: [
			['dark', rectangle(47.6, 4, 1.6, 78)],
			['pale', 'M51 8C76 32 84 56 85 72L51 74Z'],
			['shade', 'M46 16C36 40 26 58 15 72L46 74Z'],
			['own', 'M8 80C34 84 70 84 94 78C90 92 82 100 72 100L28 100C18 98 11 90 8 80Z'],
			['pale', 'M9.4 83.4C36 87 68 87 92.6 82L91.4 85C68 90 36 90 11 87Z'],
		],
	},
	{
		words: ['ship', 'steamer', 'ferry', 'vessel', 'freighter'],
		place: 'sea',
		size: 0.34,
		color: '#a8362f',
		parts: [
			['dark', rectangle(20.4, 40, 1.2, 32) + rectangle(80.4, 44, 1.2, 28)],
			['own', 'M44 48L46 26 57 26 57 48Z'],
			['dark', 'M45.6 31L46 26 57 26 57 31Z'],
			['pale', rectangle(28, 60, 46, 14) + rectangle(36, 47, 30, 14)],
			['dark', 'M2 70L98 70C97 84 92 93 86 100L14 100C8 92 4 82 2 70Z'],
			['own', 'M10.6 93L90.6 93 86 100 14 100Z'],
			['lamp', [39, 46, 53, 60].map((x) => rectangle(x, 51, 3.6, 4)).join('')],
			['lamp', [32, 41, 50, 59, 68].map((x) => ellipse(x, 67, 1.7)).join('')],
			['lamp', [16, 28, 40, 52, 64, 76].map((x) => ellipse(x, 79, 1.5)).join('')],
		],
	},
	{
		words: ['balloon'],
		place: 'sky',
		size: 0.32,
		color: '#d8473f',
		parts: [
			['dark', 'M41 74L42 74 46 89 45 89ZM59 74L58 74 54 89 55 89Z'],
			['own', 'M50 4C78 4 92 26 84 46C79 58 66 68 60 76L40 76C34 68 21 58 16 46C8 26 22 4 50 4Z'],
			[
				'pale',
				'M50 4C60 10 66 26 65 42C64 56 58 68 55 76L45 76C42 68 36 56 35 42C34 26 40 10 50 4Z',
			],
			[
				'own',
				'M50 4C55 12 57 26 57 42C57 56 54 68 52 76L48 76C46 68 43 56 43 42C43 26 45 12 50 4Z',
			],
			[
				'shade',
				'M50 4C78 4 92 26 84 46C79 58 66 68 60 76L57 76C64 66 74 56 76 42C77 26 68 10 50 4Z',
			],
			['dark', 'M43 88L57 88 55.6 99 44.4 99Z'],
		],
	},
	{
		words: ['kite'],
		place: 'sky',
		size: 0.26,
		color: '#d63a3a',
		parts: [
			[
				'dark',
				'M49.4 70C70 82 30 92 52 104C64 112 60 122 54 128L53 127C58 121 62 113 51 106C26 94 66 82 48.4 70Z',
			],
			['own', 'M50 2L78 30 50 74 22 30Z'],
			['shade', 'M50 2L78 30 50 30ZM50 74L22 30 50 30Z'],
			['pale', 'M55 84L62 80 62 88ZM53 84L46 80 46 88ZM44 99L50 95 51 103ZM42 99L36 96 37 104Z'],
		],
	},
	{
		words: ['plane', 'airplane', 'aeroplane', 'jet'],
		place: 'sky',
		size: 0.26,
		color: '#c9433c',
		parts: [
			[
				'pale',
				'M4 54C4 48 12 44 22 44L78 44 90 26 98 26 94 46C95 50 93 54 88 56L24 60C12 60 4 58 4 54Z',
			],
			['own', 'M78 44L90 26 98 26 94 46ZM40 52L64 52 86 74 78 74Z'],
			['shade', 'M42 45L54 45 66 30 60 30Z'],
			['lamp', [22, 30, 38, 46, 54, 62].map((x) => rectangle(x, 47.5, 3, 3.4)).join('')],
		],
	},
];
