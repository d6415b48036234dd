/** Samples per second. */
export const SAMPLE_RATE = 8000;

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** A WAV file (16 bit, mono, 8 kHz); `level` gives each sample, from -1 to 1. */
export function renderWav(samples: number, level: (index: number) => number): Buffer {
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
