/**
 * Opens an issue for a version of n8n that breaks the package, unless one is open for it already.
 * Usage: REPORT=<line of scripts/compatibility.mts --report> GH_TOKEN=... node scripts/reportBreak.mjs
 */
import { execFileSync } from 'node:child_process';

const { n8n, node, passed, failed } = JSON.parse(process.env.REPORT);
const title = `n8n ${n8n} breaks the package`;
// Anyone can open an issue with this title: only those of the workflow count.
const list = ['--state', 'open', '--app', 'github-actions', '--limit', '500', '--json', 'title'];
const open = JSON.parse(gh('issue', 'list', ...list));
if (open.some((issue) => issue.title === title)) {
	console.log(`Open already: ${title}`);
} else {
	const body = `The weekly run on n8n ${n8n} and Node.js ${node} passed ${passed} tests. These failed:

${failed.map((name) => `- \`${name.replaceAll(/[`\s]+/g, ' ')}\``).join('\n')}

To repeat it: \`node scripts/run.mjs compatibility --newest\`. Close this issue when the version works or is in the table of docs/guides/self-hosting.md.
`;
	console.log(gh('issue', 'create', '--title', title, '--body', body));
}

function gh(...args) {
	return execFileSync('gh', args, { encoding: 'utf8' });
}
