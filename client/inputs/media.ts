import { extensionOf } from '../parsing/fileNames';
import { parseHttpUrl } from '../parsing/urls';
import { textOrEmpty, isRecord, ownMember, switchOf } from '../parsing/scalars';
import { valuesOf } from './choices';
import { MEDIA, mediumOfExtension, type Medium } from '../parsing/mimeTypes';
import type { Untrusted, WireInputNode } from '../api/wire';

/** What ComfyUI's flags for uploads let in. Its frontend has the same list. */
const UPLOAD_FLAGS: Readonly<Record<string, FileKind>> = {
	animated_image_upload: 'image',
	audio_upload: 'audio',
	file_upload: 'file',
	image_upload: 'image',
	video_upload: 'video',
};

/** A file of one medium, or of any. */
type FileKind = Medium | 'file';

/** Whether the options of an input say that it takes uploads. */
export function takesUploads(options: unknown): boolean {
	return uploadKindOf(options) !== undefined;
}

function uploadKindOf(options: unknown): FileKind | undefined {
	const set = isRecord(options)
		? Object.entries(UPLOAD_FLAGS).filter(([flag]) => switchOf(ownMember(options, flag)))
		: [];
	return kindOfAll(set.map(([, kind]) => kind));
}

/** With flags or files of several kinds, the input takes more than one medium. */
function kindOfAll(kinds: readonly (FileKind | undefined)[]): FileKind | undefined {
	const [kind, ...others] = new Set(kinds.filter((each) => each !== undefined));
	return others.length > 0 ? 'file' : kind;
}

/**
 * What kind of file an input takes, or undefined. Services mark it in one of four ways: a flag in the
 * field options, the node type (LoadImage, load_video ...), the field type, or a hidden field whose
 * default or choices are media files.
 * @param options its `field_options`
 */
export function fileKindOf(node: Untrusted<WireInputNode>, options: unknown): FileKind | undefined {
	return uploadKindOf(options) ?? mediumOf(node, options);
}

function mediumOf(node: Untrusted<WireInputNode>, options: unknown): FileKind | undefined {
	const nodeType = foldedName(node.node_type);
	const fieldType = foldedName(node.field_type);
	const byNode = MEDIA.find((medium) => nodeType.includes(`load${medium}`));
	if (byNode && isFileOfLoader(node, options, fieldType)) return byNode;
	const byField = MEDIA.find((medium) => fieldType === medium || fieldType === `${medium}s`);
	return byField ?? (fieldType === 'hidden' ? mediumOfFiles(node, options) : undefined);
}

/** A loader node may carry further fields, such as a frame count or the channel of a mask. */
function isFileOfLoader(
	node: Untrusted<WireInputNode>,
	options: unknown,
	fieldType: string,
): boolean {
	if (/^(hidden|image|audio|video|file|upload|string|text)?$/.test(fieldType)) return true;
	if (fieldType !== 'combo') return false;
	return valuesOf(options).length === 0 || mediumOfFiles(node, options) !== undefined;
}

/** A file of the input item that is to be uploaded; its URL becomes the value. */
export type FileReference = { readonly binaryField: string };

/**
 * What a media value stands for: an http(s) URL as it is, or a file of the input item by the
 * name of its binary field, in JSON also as `{"$binary": "name"}`. Undefined for anything else:
 * local paths and inline data are rejected (spec: What the service does).
 */
export function readMediaValue(
	value: unknown,
	binaryFields: readonly string[],
): string | FileReference | undefined {
	if (typeof value === 'string' && parseHttpUrl(value)) return value.trim();
	const name = isRecord(value) ? value.$binary : value;
	if (typeof name !== 'string') return undefined;
	const binaryField = name.trim();
	return binaryFields.includes(binaryField) ? { binaryField } : undefined;
}

function foldedName(value: unknown): string {
	return textOrEmpty(value).toLowerCase().replaceAll('_', '');
}

/** This many presets are enough to tell the kind of the files. */
const MAX_PRESETS = 100;

function mediumOfFiles(node: Untrusted<WireInputNode>, options: unknown): FileKind | undefined {
	const presets = valuesOf(options).slice(0, MAX_PRESETS);
	const names = [node.field_value, ...presets].filter((name) => typeof name === 'string');
	const extensions = names.map((name) => extensionOf(parseHttpUrl(name)?.pathname ?? name) ?? '');
	return kindOfAll(extensions.map((extension) => mediumOfExtension(extension.toLowerCase())));
}
