import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../../scripts/stage/stage.mts';

/** A text that must not be found; the name identifies it, so that a finding need not quote it. */
export type Secret = { readonly name: string; readonly value: string };

export type Finding = {
	readonly secret: string;
	readonly form: 'plain' | 'base64' | 'URL-encoded';
	/** The file, or the other place that was searched. */
	readonly place: string;
	/** In bytes from the start of the place. */
	readonly offset: number;
};

export type SecretSearch = {
	/** The first traces of each secret and form in a text or file. */
	in(place: string, content: Buffer | string): readonly Finding[];
	/** The same in all files of a folder and of those within it. */
	inFolder(folder: string): Promise<readonly Finding[]>;
	/** The same in a file or folder of that name in a folder. */
	inPlace(folder: string, name: string): Promise<readonly Finding[]>;
};

/** So many characters in a row give a secret away. */
const TELLING_LENGTH = 12;

/** The API key and all temporary storage credentials that a stage's emulator has issued. */
export function secretsOf({ emulator }: Pick<Stage, 'emulator'>): readonly Secret[] {
	const issued = emulator.credentials().flatMap((credentials, n) => [
		{ name: `access key id ${n + 1}`, value: credentials.accessKeyId },
		{ name: `access key secret ${n + 1}`, value: credentials.accessKeySecret },
		{ name: `security token ${n + 1}`, value: credentials.securityToken },
	]);
	return [{ name: 'API key', value: emulator.apiKey }, ...issued];
}

/** Searches for any 12 consecutive characters of the secrets: plain, in base64, or URL-encoded. */
export function createSecretSearch(secrets: readonly Secret[]): SecretSearch {
	// The plain form is the last one, so that it names a trace which all forms share.
	const traces = new Map(secrets.flatMap(tracesOf).reverse());
	const offsetsIn = createFilter([...traces.keys()]);

	function searchIn(place: string, content: Buffer | string): readonly Finding[] {
		const bytes = typeof content === 'string' ? Buffer.from(content) : content;
		const findings = new Map<string, Finding>();
		for (const offset of offsetsIn(bytes)) {
			const trace = traces.get(bytes.toString('latin1', offset, offset + TELLING_LENGTH));
			const key = trace && `${trace.secret} ${trace.form}`;
			if (key && !findings.has(key)) findings.set(key, { ...trace, place, offset });
		}
		return [...findings.values()];
	}

	async function searchInFolder(folder: string): Promise<readonly Finding[]> {
		const findings: Finding[] = [];
		for (const file of await filesIn(folder)) {
			findings.push(...searchIn(file, await readFile(join(folder, file))));
		}
		return findings;
	}

	return {
		in: searchIn,
		inFolder: searchInFolder,
		inPlace: async (folder, name) => {
			const path = join(folder, name);
			if ((await stat(path)).isFile()) return searchIn(name, await readFile(path));
			return searchInFolder(path);
		},
	};
}

/** The files of a folder and of those within it, by their paths from there. */
async function filesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return files.map((file) => join(file.parentPath, file.name).slice(folder.length + 1)).sort();
}

/**
 * The offsets in some bytes at which one of the runs may start: all at which one does, and a few others.
 * Of the many megabytes of n8n's data only these are then compared as text.
 */
function createFilter(runs: readonly string[]): (bytes: Buffer) => readonly number[] {
	const begun = new Uint8Array(2 ** 20);
	for (const run of runs) {
		const bytes = Buffer.from(run, 'latin1');
		begun[slotOf(bytes.readInt32LE(0), bytes.readInt32LE(LAST))] = 1;
	}
	return (bytes) => {
		const offsets: number[] = [];
		if (bytes.length < TELLING_LENGTH) return offsets;
		let [first, last] = [bytes.readInt32LE(0), bytes.readInt32LE(LAST)];
		for (let offset = 0; offset + TELLING_LENGTH <= bytes.length; offset++) {
			if (begun[slotOf(first, last)] === 1) offsets.push(offset);
			first = shifted(first, bytes[offset + 4] ?? 0);
			last = shifted(last, bytes[offset + TELLING_LENGTH] ?? 0);
		}
		return offsets;
	};
}

/** Where the last four of twelve bytes start. */
const LAST = TELLING_LENGTH - 4;

/** In the worlds that jest makes for its test files a global is slow to reach. */
const { imul } = Math;

/** Of the first and the last four of twelve bytes. */
function slotOf(first: number, last: number): number {
	return imul(first ^ imul(last, 0x85ebca6b), 0x9e3779b1) >>> 12;
}

/** Four bytes in a row, moved on by one. */
function shifted(four: number, next: number): number {
	return (four >>> 8) | (next << 24);
}

type Trace = readonly [string, Pick<Finding, 'secret' | 'form'>];

function tracesOf({ name, value }: Secret): readonly Trace[] {
	return formsOf(value).flatMap(([form, text]) =>
		runsOf(text).map((run): Trace => [run, { secret: name, form }]),
	);
}

function formsOf(value: string): ReadonlyArray<readonly [Finding['form'], string]> {
	const inUrl = encodeURIComponent(value);
	const inLowerCase = inUrl.replace(/%../g, (escape) => escape.toLowerCase());
	const inBase64 = [0, 1, 2].map((lead) => base64After(lead, value));
	return [
		['plain', value],
		['URL-encoded', inUrl],
		['URL-encoded', inLowerCase],
		...inBase64.map((text) => ['base64', text] as const),
		...inBase64.map((text) => ['base64', asBase64Url(text)] as const),
	];
}

/**
 * The characters of base64 that depend only on the value, if `lead` bytes are before it: a secret
 * within a longer text has one of three forms.
 */
function base64After(lead: number, value: string): string {
	const bytes = Buffer.concat([Buffer.alloc(lead), Buffer.from(value)]);
	const [first, end] = [Math.ceil((lead * 8) / 6), Math.floor((bytes.length * 8) / 6)];
	return bytes.toString('base64').slice(first, end);
}

function asBase64Url(text: string): string {
	return text.replaceAll('+', '-').replaceAll('/', '_');
}

function runsOf(text: string): readonly string[] {
	const count = Math.max(0, text.length - TELLING_LENGTH + 1);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + TELLING_LENGTH));
}
