import {
	allMedia,
	bigFile,
	chinesePoster,
	defaultsAsText,
	everyFieldType,
	noInputs,
	oddKeys,
	privateApp,
	withoutDefaults,
} from './formApps.mts';
import type { AppInput, SampleApp } from './app.mts';
import { captionPicture } from './captionPicture.mts';
import { hostileApp } from './hostileApp.mts';
import { levels } from './levels.mts';
import { mergeClips } from './mergeClips.mts';
import { failingPicture, pictureFromText, slowPicture } from './pictureFromText.mts';
import { stylePhoto } from './stylePhoto.mts';
import { styledPortrait } from './styledPortrait.mts';
import { tone } from './tone.mts';
import { videoFromPicture } from './videoFromPicture.mts';
import { videoFromText } from './videoFromText.mts';

/** Those that a person would want to try; the others cover what forms can contain. */
export const APPS_TO_TRY: readonly SampleApp[] = [
	pictureFromText,
	levels,
	videoFromText,
	videoFromPicture,
	mergeClips,
	tone,
	styledPortrait,
	captionPicture,
	stylePhoto,
	chinesePoster,
	slowPicture,
	failingPicture,
];

/** The apps that the emulator offers. */
export const SAMPLE_APPS: readonly SampleApp[] = [
	...APPS_TO_TRY,
	oddKeys,
	everyFieldType,
	noInputs,
	allMedia,
	privateApp,
	defaultsAsText,
	withoutDefaults,
	hostileApp,
	bigFile,
];

/** The app with this `web_app_id`, if the emulator has it. */
export function findApp(
	id: number,
	{ looseForms }: { readonly looseForms: boolean },
): SampleApp | undefined {
	const app = SAMPLE_APPS.find((each) => each.id === id);
	return looseForms ? app : app && { ...app, inputs: app.inputs.map(strictInput) };
}

/** As the specification has it (spec: input node): default and key have their form, options are JSON. */
function strictInput(input: AppInput): AppInput {
	const { nodeId, nodeType, fieldName, options, value } = input;
	const key = `${nodeId}:${nodeType}.${fieldName}`;
	return { ...input, key, value: String(value ?? ''), options: isJson(options) ? options : '{}' };
}

function isJson(text: string): boolean {
	try {
		return JSON.parse(text) !== undefined;
	} catch {
		return false;
	}
}
