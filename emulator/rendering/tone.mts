import { createHash } from 'node:crypto';
import { renderWav, SAMPLE_RATE } from './wav.mts';

/** Notes of one after the other, in Hz; a note of 0 Hz is a pause. */
export type Melody = { readonly notes: readonly number[]; readonly secondsPerNote: number };

const LOUDNESS = 0.25;
/** How long a note takes to come and to go, in samples; shorter would be heard as a click. */
const FADE = 80;

/** One second of a tone whose pitch `source` decides, as WAV. */
export function renderTone(source: string): Buffer {
	const pitch = 220 + createHash('sha256').update(source).digest().readUInt16BE() / 100;
	return renderMelody({ notes: [pitch], secondsPerNote: 1 });
}

/** A melody of sine tones as WAV. */
export function renderMelody({ notes, secondsPerNote }: Melody): Buffer {
	const length = Math.round(secondsPerNote * SAMPLE_RATE);
	return renderWav(notes.length * length, (index) => {
		const at = index % length;
		const pitch = notes[Math.floor(index / length)] ?? 0;
		const fade = Math.min(1, at / FADE, (length - at) / FADE);
		return LOUDNESS * fade * Math.sin((2 * Math.PI * pitch * at) / SAMPLE_RATE);
	});
}
