import { randomBytes } from 'node:crypto';
import type { Emulator } from '../../../emulator/index.mts';
import {
	createSecretSearch,
	secretsOf,
	type Finding,
	type Secret,
} from '../../secrets/secretSearch.mts';

/** The secrets of a test file, and the data that must not contain them. */
export type WatchedSecrets = {
	/** Adds a secret of the test itself: closing searches for it as well. */
	guard(name: string, value: string): void;
	/** Keeps a response of n8n: closing searches it as well. */
	keep(place: string, answer: Buffer | string): void;
	/** Those of the emulator and those named. */
	all(): readonly Secret[];
	/** Where they were found in the kept responses. */
	findInAnswers(): readonly Finding[];
	/** Where they were found: in a folder, and in the kept responses. */
	findIn(folder: string): Promise<readonly Finding[]>;
};

export function watchSecrets(emulator: Emulator): WatchedSecrets {
	const guarded: Secret[] = [];
	const kept: Array<readonly [string, Buffer | string]> = [];
	const all = () => [...secretsOf({ emulator }), ...guarded];
	const findInAnswers = () => {
		const search = createSecretSearch(all());
		return kept.flatMap(([place, answer]) => search.in(place, answer));
	};
	return {
		guard: (name, value) => void guarded.push({ name, value }),
		keep: (place, answer) => void kept.push([place, answer]),
		all,
		findInAnswers,
		findIn: async (folder) => [
			...(await createSecretSearch(all()).inFolder(folder)),
			...findInAnswers(),
		],
	};
}

/** Random, so that any text that looks like a part of it is one. */
export function apiKeyOfChance(): string {
	return `sk-${randomBytes(24).toString('hex')}`;
}
