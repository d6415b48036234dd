import type { InputValues, SampleApp } from '../apps/app.mts';
import type { FileContent } from '../rendering/file.mts';
import type { ObjectStore } from '../storage/objects.mts';

type Surroundings = {
	readonly objects: ObjectStore;
	readonly addresses: { readonly storage: string };
};

/**
 * What is wrong with an uploaded file that a media input got, if anybody could see it: nothing in it, a
 * page, a document or an archive. What nobody recognizes is fine, and so is what lies elsewhere.
 */
export async function misfitIn(
	{ inputs }: SampleApp,
	values: InputValues,
	{ objects, addresses }: Surroundings,
): Promise<string | undefined> {
	for (const { key, isMedia } of inputs) {
		const path = isMedia ? pathOn(addresses.storage, String(values[key])) : undefined;
		const object = path === undefined ? undefined : find(objects, path);
		const what = object && otherKind(await beginningOf(object.content));
		if (what !== undefined) return `Cannot identify the file of ${key}: ${what}.`;
	}
	return undefined;
}

function pathOn(host: string, address: string): string | undefined {
	const isHere = address.startsWith(`${host}/`) && URL.canParse(address);
	return isHere ? decodeURIComponent(new URL(address).pathname).slice(1) : undefined;
}

/** The vendor's own URLs have the bucket before the object key, public ones do not. */
function find(objects: ObjectStore, path: string) {
	return objects.find(path) ?? objects.find(path.slice(path.indexOf('/') + 1));
}

const BEGINNING_BYTES = 512;

async function beginningOf(content: FileContent): Promise<string> {
	if (Buffer.isBuffer(content)) return content.toString('latin1', 0, BEGINNING_BYTES);
	for await (const chunk of content.open())
		return (chunk as Buffer).toString('latin1', 0, BEGINNING_BYTES);
	return '';
}

/** How files begin that no loader of pictures, sounds or films takes. */
const OTHERS: readonly (readonly [what: string, beginning: RegExp])[] = [
	['the file is empty', /^$/],
	['it is a web page', /^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body)\b/i],
	['it is JSON', /^\s*(\{\s*"|\[\s*\{)/],
	['it is a document', /^%PDF-/],
];

const ARCHIVES = ['PK\x03', 'PK\x05', '\x1f\x8b\x08', 'Rar!', '7z\xbc\xaf'];

function otherKind(beginning: string): string | undefined {
	if (ARCHIVES.some((signs) => beginning.startsWith(signs))) return 'it is an archive';
	return OTHERS.find(([, signs]) => signs.test(beginning))?.[0];
}
