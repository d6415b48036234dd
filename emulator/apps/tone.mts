import { renderMelody } from '../rendering/sound.mts';
import { appInput, type SampleApp } from './app.mts';

const SCALE = [0, 2, 4, 5, 7, 9, 11, 12];
const MAX_NOTES = 64;

/** Text to sound: letters are notes of a major scale, other characters pauses. */
export const tone: SampleApp = {
	id: 57103,
	name: 'Tone',
	description: 'Plays a text as a melody.',
	inputs: [
		appInput('2:Melody.text', { label: 'Text', type: 'customtext', value: 'cabbage face' }),
		appInput('2:Melody.pitch', {
			label: 'Lowest Note in Hz',
			type: 'number',
			value: 262,
			options: { max: 880, min: 55, precision: 0, step: 10, step2: 1 },
		}),
		appInput('2:Melody.seconds', {
			label: 'Seconds per Note',
			type: 'slider',
			value: 0.2,
			options: { max: 1, min: 0.05, precision: 2, step: 0.1, step2: 0.01 },
		}),
	],
	outputs(values) {
		const pitch = Number(values['2:Melody.pitch']);
		const secondsPerNote = Math.min(Math.max(0.05, Number(values['2:Melody.seconds'])), 1);
		const letters = [...String(values['2:Melody.text'])].slice(0, MAX_NOTES);
		const notes = letters.map((letter) => noteOf(letter, pitch));
		return [{ ext: '.wav', render: async () => renderMelody({ notes, secondsPerNote }) }];
	},
};

/** A frequency in Hz; 0 unless the character is a letter. */
function noteOf(letter: string, lowest: number): number {
	if (!/\p{L}/u.test(letter)) return 0;
	const step = letter.toLowerCase().codePointAt(0)! - 'a'.codePointAt(0)!;
	return lowest * 2 ** (SCALE[Math.abs(step) % SCALE.length]! / 12);
}
