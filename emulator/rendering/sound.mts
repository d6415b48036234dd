import { createHash } from 'node:crypto';

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

/** Samples per second. */
const SAMPLE_RATE = 8000;
const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** A WAV file (16 bit, mono, 8 kHz); `level` gives each sample, from -1 to 1. */
function renderWav(samples: number, level: (index: number) => number): Buffer {
	const wav = Buffer.alloc(HEADER_BYTES + BYTES_PER_SAMPLE * samples);
	writeHeader(wav);
	for (let index = 0; index < samples; index += 1) {
		const value = Math.round(32767 * level(index));
		wav.writeInt16LE(value, HEADER_BYTES + BYTES_PER_SAMPLE * index);
	}
	return wav;
}

/** The RIFF header of uncompressed PCM. */
function writeHeader(wav: Buffer): void {
	wav.write('RIFF', 0);
	wav.writeUInt32LE(wav.length - 8, 4);
	wav.write('WAVEfmt ', 8);
	wav.writeUInt32LE(16, 16);
	wav.writeUInt16LE(1, 20);
	wav.writeUInt16LE(1, 22);
	wav.writeUInt32LE(SAMPLE_RATE, 24);
	wav.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
	wav.writeUInt16LE(BYTES_PER_SAMPLE, 32);
	wav.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
	wav.write('data', 36);
	wav.writeUInt32LE(wav.length - HEADER_BYTES, 40);
}
