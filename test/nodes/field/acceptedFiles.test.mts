import { requireFitting } from '../../../client/inputs/fittingFile';

/** Files that an input takes, and that the node refused. Others of each kind are kept by the judges. */

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
const box = (type: string, body: string) => {
	const size = body.length + 8;
	return (
		String.fromCharCode(size >> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255) + type + body
	);
};
const mp4 =
	box('ftyp', 'isom\0\0\x02\0isomiso2avc1mp41') +
	box('free', '') +
	'\0\x10\0\0mdat' +
	'x'.repeat(4000);
const field = (kind: string) => ({ key: 'k', kind, label: 'L' }) as never;
const at = (name: string, mimeType: string, begin: string) => ({
	name,
	mimeType,
	size: 100_000,
	begin: bytes(begin),
});

it.each<[string, string, ReturnType<typeof at>]>([
	['a film for a sound', 'audio', at('talk.mp4', 'video/mp4', mp4)],
	['a film of a camcorder', 'video', at('00012.MTS', 'model/vnd.mts', '\0\0\0\0G@')],
	['a raw photo of the default type', 'image', at('P1.RAF', 'text/plain', 'FUJIFILMCCD-RAW ')],
	['a vector picture, packed', 'image', at('a.svgz', 'image/svg+xml', '\x1f\x8b\x08\0')],
])('%s', (_, kind, file) => {
	expect(() => requireFitting(file, field(kind))).not.toThrow();
});
