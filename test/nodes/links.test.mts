import { existsSync, readFileSync } from 'node:fs';
import { anchorsOf } from '../readme/readme.mts';
import { credential, nodes } from './descriptors.mts';

const REPOSITORY = 'https://github.com/n8n-nodes-ai-app-tasks/n8n-nodes-ai-app-tasks';
const CODEX = ['AiApp', 'AiAppTrigger'].map((name) =>
	readFileSync(`nodes/AiApp/${name}.node.json`, 'utf8'),
);

const panels = JSON.stringify([nodes, credential.documentationUrl, credential.properties]);
const links = [panels, ...CODEX].flatMap((text) =>
	[...text.matchAll(/https:\/\/github\.com\/[^"\\\s]+/g)].map(([url]) => url),
);

/** The page of the repository that a URL leads to, and the heading on it. */
function targetOf(url: string): { readonly page: string; readonly anchor: string } {
	const [path = '', anchor = ''] = url.slice(REPOSITORY.length).split('#');
	return { page: path.replace('/blob/main/', '') || 'README.md', anchor };
}

it('panels, credential and search lead to pages of this repository', () => {
	expect(links.length).toBeGreaterThanOrEqual(9);
	expect(links.filter((link) => !link.startsWith(REPOSITORY))).toEqual([]);
});

it.each([...new Set(links)])('%s is there', (link) => {
	const { page, anchor } = targetOf(link);

	expect(existsSync(page)).toBe(true);
	if (anchor && anchor !== 'readme')
		expect(anchorsOf(readFileSync(page, 'utf8'))).toContain(anchor);
});
