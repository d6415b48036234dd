import { renderCard } from '../rendering/card.mts';
import { decodePicture } from '../rendering/picture.mts';
import { FRAMES_PER_SECOND, joinPans, renderPan, VIDEO_SIZE } from '../rendering/video.mts';
import { appInput, type SampleApp } from './app.mts';

const CLIPS = '7:LoadVideosFromUrls.urls';

/** Many videos to one: a text input with a list of URLs, because a file input takes one file. */
export const mergeClips: SampleApp = {
	id: 57110,
	name: 'Merge Clips',
	description: 'Puts clips behind each other, in the order of their URLs.',
	inputs: [appInput(CLIPS, { label: 'Clips, one URL per line', type: 'customtext' })],
	outputs(values, { media }) {
		const urls = String(values[CLIPS]).split(/\s+/).filter(Boolean);

		/** A clip of this storage, or a second with a text in its place. */
		async function clip(url: string): Promise<Buffer> {
			const bytes = await media.bytes(url);
			return bytes?.includes('stsz') ? bytes : still(`There is no clip at ${url}`);
		}

		async function render(): Promise<Buffer> {
			const clips = await Promise.all(urls.map(clip));
			return clips.length === 0 ? still('There are no clips') : joinPans(clips, VIDEO_SIZE);
		}
		return [{ ext: '.mp4', render }];
	},
};

/** A second that shows a text. */
async function still(text: string): Promise<Buffer> {
	const card = await renderCard({ ...VIDEO_SIZE, text, footnote: '', pattern: text });
	return renderPan((await decodePicture(card))!, { frames: FRAMES_PER_SECOND, ...VIDEO_SIZE });
}
