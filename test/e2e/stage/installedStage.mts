import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../../emulator/index.mts';
import { saveCredential } from '../../../scripts/n8n/credentials.mts';
import { signIn } from '../../../scripts/n8n/owner.mts';
import { createRest } from '../../../scripts/n8n/rest.mts';
import { startN8n } from '../../../scripts/n8n/server.mts';
import { credentialFor, OWNER } from '../../../scripts/stage/stage.mts';
import type { OwnStage } from './ownStage.mts';
import { startPackageRegistry, type PackageRegistry } from './packageRegistry.mts';
import { n8nFolder, usualEnv } from './testStage.mts';
import { apiKeyOfChance, watchSecrets } from './watchedSecrets.mts';

/** What n8n knows of an installed package. */
export type InstalledPackage = {
	readonly packageName: string;
	readonly installedVersion: string;
	readonly installedNodes: ReadonlyArray<{ readonly type: string }>;
	/** The newer version that the registry has. */
	readonly updateAvailable?: string;
	readonly failedLoading?: boolean;
};

/** An n8n that has installed the package itself, as the editor's page for community nodes does. */
export type InstalledStage = OwnStage & {
	readonly registry: PackageRegistry;
	readonly installed: InstalledPackage;
};

const PACKAGES = '/rest/community-packages';
const name = 'n8n-nodes-ai-app-tasks';

/** @param version the one that is installed */
export async function openInstalledStage(version: string): Promise<InstalledStage> {
	const folder = await mkdtemp(join(tmpdir(), 'ai-app-installed-'));
	const userFolder = join(folder, 'user');
	const closers: Array<() => unknown> = [() => rm(folder, { recursive: true, force: true })];
	const close = async () => {
		for (const closer of closers.splice(0).toReversed()) await closer();
	};
	try {
		const registry = await startPackageRegistry(join(folder, 'registry'));
		closers.push(registry.close);
		await registry.publish(version);
		const emulator = await startEmulator({ apiKey: apiKeyOfChance() });
		closers.push(emulator.close);
		const { guard, keep, findIn } = watchSecrets(emulator);
		const env = { ...usualEnv, ...registry.env };
		const n8n = await startN8n({ n8nFolder, userFolder, env });
		closers.push(async () => {
			await n8n.stop();
			const findings = await findIn(userFolder);
			if (findings.length > 0) throw new Error(`Secrets were found: ${JSON.stringify(findings)}`);
		});
		const rest = createRest(n8n.url);
		await signIn(rest, OWNER);
		const installed = await rest.call<InstalledPackage>('POST', PACKAGES, { name });
		const credentialDraft = credentialFor(emulator);
		const credential = await saveCredential(rest, credentialDraft);
		const stage = { emulator, n8n, rest, credential, credentialDraft, userFolder, guard, keep };
		return { ...stage, close, registry, installed };
	} catch (error) {
		await close();
		throw error;
	}
}

/** What the page for community nodes lists. */
export function listPackages({ rest }: InstalledStage): Promise<readonly InstalledPackage[]> {
	return rest.call('GET', PACKAGES);
}

/** What the page's button for an update does. */
export function updatePackage({ rest }: InstalledStage): Promise<InstalledPackage> {
	return rest.call('PATCH', PACKAGES, { name });
}
