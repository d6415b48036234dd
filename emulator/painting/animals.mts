import { ellipse, polygonsOf } from './path.mts';
import type { Shape } from './shape.mts';

/** A bird seen from far away. */
export const GULL = polygonsOf('M0 46Q22 18 50 48Q78 18 100 46Q78 34 50 60Q22 34 0 46Z');

export const ANIMALS: readonly Shape[] = [
	{
		words: ['cat', 'kitten', 'kitty'],
		place: 'land',
		size: 0.34,
		color: '#3a3340',
		parts: [
			['own', 'M62 96C84 101 96 84 89 68C85 59 76 62 79 70C84 82 76 90 60 86Z'],
			[
				'own',
				'M32 101C20 80 28 58 41 49C33 44 30 36 31 28L31 9 42 20C47 18 53 18 58 20L69 9 69 28C70 36 67 44 59 49C72 58 80 80 68 101Z',
			],
			['lamp', ellipse(43, 33, 2.6, 3.4) + ellipse(57, 33, 2.6, 3.4)],
		],
	},
	{
		words: ['dog', 'puppy', 'hound'],
		place: 'land',
		size: 0.34,
		color: '#6b4a35',
		parts: [
			['own', 'M70 92C84 92 94 80 92 66C91 61 85 62 86 68C86 76 80 82 70 82Z'],
			[
				'own',
				'M30 101L32 66C27 58 28 50 34 45L22 43C15 42 13 36 16 32L29 26C32 17 42 13 51 17C60 20 62 32 58 44C68 54 78 70 77 88L76 101Z',
			],
			['shade', 'M47 17C56 14 64 22 63 34C62 43 55 45 52 38C50 31 51 23 47 17Z'],
			['dark', ellipse(17.5, 35, 3, 2.4) + ellipse(36, 28, 1.8)],
			['shade', 'M44 101L44 78 46 78 46 101Z'],
		],
	},
	{
		words: ['fox', 'wolf'],
		place: 'land',
		size: 0.36,
		color: '#d2632a',
		parts: [
			['own', 'M62 101C56 86 66 70 80 62C92 55 100 62 97 76C94 90 82 101 70 101Z'],
			['pale', 'M97 76C94 90 82 101 70 101C76 92 84 82 97 76Z'],
			[
				'own',
				'M28 101L32 64C26 60 24 52 25 46L23 26 35 34C39 33 43 33 46 34L58 26 56 46C57 52 55 57 52 61C64 70 72 86 70 101Z',
			],
			[
				'pale',
				'M25 46C30 46 36 50 40.5 58C45 50 51 46 56 46C57 55 48 64 40.5 66C33 64 24 55 25 46Z',
			],
			['pale', 'M33 101L35 72C39 76 45 76 48 72L47 101Z'],
			['dark', ellipse(40.5, 58, 2.4, 1.9) + ellipse(33.5, 46, 1.6) + ellipse(47.5, 46, 1.6)],
		],
	},
	{
		words: ['heron', 'stork', 'crane', 'flamingo'],
		place: 'land',
		size: 0.38,
		color: '#8494a8',
		parts: [
			['dark', 'M47 102L48 70 50 70 49.5 102ZM56 102L55 70 57 70 58.5 102Z'],
			['own', 'M30 74C34 56 54 48 66 56C76 62 84 72 90 80C74 82 40 86 30 74Z'],
			[
				'own',
				'M33 74C22 58 46 44 38 28C36 22 28 24 27 28L24 22C30 14 42 16 44 28C48 44 34 56 46 70Z',
			],
			['shade', 'M48 66C60 58 76 66 90 80C72 80 56 78 48 66Z'],
			['lamp', 'M28 19L6 27 27 27Z'],
			['dark', ellipse(32, 22, 1.4)],
		],
	},
	{
		words: ['whale', 'dolphin', 'fish'],
		place: 'sea',
		size: 0.3,
		color: '#3f6482',
		parts: [
			[
				'own',
				'M10 84C14 58 46 50 66 66C72 71 78 70 80 60L68 46C78 44 84 48 86 52C88 48 92 43 101 44L92 62C90 78 80 88 66 90L14 90C10 90 10 88 10 84Z',
			],
			['pale', 'M11 86C26 84 40 88 44 90L14 90C11 90 10 88 11 86Z'],
			['dark', ellipse(22, 76, 1.8)],
			[
				'pale',
				'M29 56C28 46 20 40 13 44C20 44 25 48 27 56ZM30 56C31 44 40 38 48 43C40 42 34 47 32 56Z',
			],
		],
	},
];
