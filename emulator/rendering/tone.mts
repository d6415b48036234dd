import { createHash } from 'node:crypto';
import { renderWav, SAMPLE_RATE } from './wav.mts';

/** Notes in Hz, played one after another; 0 Hz is a pause. */
export type Melody = { readonly notes: readonly number[]; readonly secondsPerNote: number };

const LOUDNESS = 0.25;
/** Samples of fade-in and fade-out of a note; without them it would begin and end with a click. */
const FADE = 80;

/** One second of a tone as WAV; its pitch is derived from `source`. */
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
