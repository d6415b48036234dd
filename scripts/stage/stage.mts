import { join } from 'node:path';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator/index.mts';
import { saveCredential, type Credential, type CredentialDraft } from '../n8n/credentials.mts';
import { signIn, type Owner } from '../n8n/owner.mts';
import { createRest, type Rest } from '../n8n/rest.mts';
import { startN8n, type N8nServer } from '../n8n/server.mts';

export type StageOptions = {
	/** The one with dist/ and n8n/. */
	readonly projectFolder: string;
	/** The one with n8n's node_modules; n8n/ of the project by default. */
	readonly n8nFolder?: string;
	/** n8n's data; kept, so that the next start need not set it up again. */
	readonly userFolder: string;
	readonly preferredPort?: number;
	/**
	 * The key that the emulator requires and the credential has; the emulator's usual one by
	 * default.
	 */
	readonly apiKey?: string;
	/** Who signs in to n8n; an account for tests by default. */
	readonly owner?: Owner;
	/** Whether the emulator calls back this n8n only. */
	readonly callsOnlyN8n?: boolean;
	/**
	 * Finds the emulator's ports when it starts: while n8n starts, another program can take them. Any
	 * free ones by default.
	 */
	readonly emulatorPorts?: () => Promise<EmulatorOptions['ports']>;
	/** Further fields of the credential. */
	readonly credentialFields?: Readonly<Record<string, string>>;
	readonly env?: Readonly<Record<string, string>>;
};

/** A real n8n with this package, signed in, and the emulator that its credential points to. */
export type Stage = {
	readonly emulator: Emulator;
	readonly n8n: N8nServer;
	readonly rest: Rest;
	readonly credential: Credential;
	readonly credentialDraft: CredentialDraft;
	/** Stops both; resolves when they have ended. */
	close(): Promise<void>;
};

/** The owner of n8n instances that only tests and measurements use. */
export const OWNER: Owner = { email: 'demo@example.com', password: 'Demo-pass-1' };

/** Starts both and points the credential to this emulator; stops them again when a step fails. */
export async function openStage({
	projectFolder,
	n8nFolder = join(projectFolder, 'n8n'),
	apiKey,
	owner = OWNER,
	callsOnlyN8n = false,
	emulatorPorts,
	credentialFields,
	...options
}: StageOptions): Promise<Stage> {
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const n8n = await startN8n({ n8nFolder, packageFolder: projectFolder, ...options });
		closers.push(n8n.stop);
		const emulator = await startEmulator({
			...(apiKey !== undefined && { apiKey }),
			...(emulatorPorts && { ports: await emulatorPorts() }),
			...(callsOnlyN8n && { callbackOrigins: [n8n.url] }),
		});
		closers.push(emulator.close);
		const rest = createRest(n8n.url);
		await signIn(rest, owner);
		const credentialDraft = credentialFor(emulator, credentialFields);
		const credential = await saveCredential(rest, credentialDraft);
		return { emulator, n8n, rest, credential, credentialDraft, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * The credential that points to an emulator.
 * @param fields further ones, by name
 */
export function credentialFor(
	emulator: Emulator,
	fields: StageOptions['credentialFields'] = {},
): CredentialDraft {
	return {
		name: 'AI App account',
		type: 'aiAppApi',
		data: {
			apiKey: emulator.apiKey,
			baseUrl: emulator.apiUrl,
			metadataUrl: emulator.metaUrl,
			moreSettings: true,
			storageUrl: emulator.storageUrl,
			...fields,
		},
	};
}
