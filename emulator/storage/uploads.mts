import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { EmulatorClock } from '../time/clock.mts';

/** The target of an upload: one object in one bucket. */
export type UploadTarget = {
	readonly bucket: string;
	/** Includes the leading `oss-`, as sent by the service. */
	readonly region: string;
	readonly objectKey: string;
};

/** Temporary credentials for one upload (spec: upload credentials). */
export type Credentials = UploadTarget & {
	readonly accessKeyId: string;
	readonly accessKeySecret: string;
	readonly securityToken: string;
	/** Epoch milliseconds. */
	readonly expiresAt: number;
};

export type CredentialStore = ReturnType<typeof createCredentialStore>;

const VALIDITY_MS = 15 * 60_000;

export function createCredentialStore(clock: EmulatorClock) {
	const issued = new Map<string, Credentials>();

	function issue(place: UploadTarget): Credentials {
		const credentials = {
			...place,
			accessKeyId: `STS.${randomBytes(12).toString('hex')}`,
			accessKeySecret: randomBytes(33).toString('base64'),
			securityToken: randomBytes(240).toString('base64'),
			expiresAt: clock.now() + VALIDITY_MS,
		};
		issued.set(credentials.accessKeyId, credentials);
		return credentials;
	}

	return {
		issue,
		find: (accessKeyId: string) => issued.get(accessKeyId),
		/** All credentials issued so far, including expired ones, oldest first. */
		all: (): readonly Credentials[] => [...issued.values()],
	};
}

/** An input resource (spec: input resource) without its URL. */
export type InputResource = {
	readonly id: number;
	readonly name: string;
	/** Includes the dot. */
	readonly ext: string;
	readonly objectKey: string;
};

export type ResourceStore = ReturnType<typeof createResourceStore>;

const FIRST_ID = 1711;

export function createResourceStore() {
	const resources = new Map<string, InputResource>();

	/** Registers a stored object; repeated for the same object, it returns the same resource. */
	function commit(name: string, objectKey: string): InputResource {
		const id = FIRST_ID + resources.size;
		const resource = resources.get(objectKey) ?? { id, name, ext: extname(name), objectKey };
		resources.set(objectKey, resource);
		return resource;
	}

	return { commit };
}
