import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackVerified } from '../../scripts/scan/unpackVerified.mts';

/** A community package that n8n has verified, with half of our code: a node and its credential. */
export const VERIFIED_PEER = '@mendable/n8n-nodes-firecrawl@2.1.2';

const INTEGRITY =
	'sha512-Zvc9pQPGipyPeDiQAL0xxOBWTKnyVDQRJu9wB2PF+8Jrg9L54PUGknZRdR71LDaHvi+vyvnsN/KOLt0d0Wm29g==';

type Packed = ReadonlyArray<{ readonly filename: string }>;

/**
 * Downloads it; returns its folder inside `folder`.
 * @throws if it isn't the package that was compared before
 */
export function fetchVerifiedPeer(folder: string): string {
	const args = ['pack', VERIFIED_PEER, '--json', '--ignore-scripts', '--pack-destination', folder];
	// npm writes its list of files to stderr.
	const stdio = ['ignore', 'pipe', 'ignore'] as const;
	const answer = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: [...stdio] });
	const [packed] = JSON.parse(answer) as Packed;
	unpackVerified(join(folder, packed?.filename ?? ''), folder, INTEGRITY);
	return join(folder, 'package');
}
