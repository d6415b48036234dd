import {
	boxOf,
	isInside,
	notesOf,
	overlap,
	textOf,
	wordCount,
	workingNodes,
	type Example,
} from './example.mts';

/** n8n's rules for templates in its library, as far as a program can read them. */

export type TemplateRule = (example: Example, file: string) => readonly string[];

const TITLE =
	/^(AI agent that|Approve|Archive|Edit|Fall|Generate|Post|Publish|Recover|Reuse|Show|Start|Work) /;
/** Of what others make. */
const PROPER = 'Google Instagram LinkedIn Sheets Slack Telegram WhatsApp WooCommerce YouTube'.split(
	' ',
);
const VERBS =
	'Ask Check Claim Collect Create Delete Edit Generate Get If Keep List Mark Merge Post Publish Receive Respond Run Save Send Set Show Split Style Upload Use Wait When Write';
/** n8n's own names for the parts of an agent, and for a server that MCP clients know by its name. */
const AGENT_PARTS = ['AI Agent', 'Chat Model', 'MCP Server Trigger', 'Output Parser'];
/** Their white notes say the rest of the setup. n8n's library wants 100 to 300 words. */
const SHORT = [
	...['approve-tasks-in-slack.json', 'edit-photos-in-a-telegram-bot.json'],
	'edit-a-photo-in-the-style-of-a-picture.json',
	...['edit-woocommerce-product-photos.json', 'generate-images-from-google-sheets.json'],
	'show-results-in-a-gallery.json',
	...['publish-videos-every-morning.json', 'generate-a-product-video-from-a-photo.json'],
	...['generate-scenes-and-merge-them.json', 'post-a-carousel-on-instagram.json'],
	...['post-on-linkedin-after-an-approval.json', 'generate-pictures-in-a-whatsapp-bot.json'],
];
/** n8n's yellow, which has no number, and white. */
const MAIN_NOTE = undefined;
const SECTION_NOTE = 7;
const OVERVIEW = /^## .*\n\n[^#]+\n\n### How it works\n\n1\. [^#]+\n\n### Setup\n\n1\. /;
const SELF_HOSTED = 'This workflow uses a community node, so it needs a self-hosted n8n.';
const TELEGRAM = 'n8n-nodes-base.telegramTrigger';
/** It starts for anybody, so a filter has to be next. */
const WHATSAPP = 'n8n-nodes-base.whatsAppTrigger';
const NOBODY = /\['0'\]\.includes\(\$json\.messages\?\.\[0\]\?\.from\) && /;
/** What n8n exports beside these belongs to an instance: IDs, tags, owners, pinned and static data. */
const KEYS = ['name', 'nodes', 'connections', 'settings'];
const PERSONAL: Readonly<Record<string, RegExp>> = {
	'an ID of an instance': /instanceId|versionId|cachedResultUrl/,
	'an address': /https?:\/\/[^"\s]*/,
	'an email address': /[\w.+-]+@[\w-]+\.\w+/,
	'an API key': /\b(sk-|gh[opsu]_|glpat-|xox[abprs]-|A[KS]IA|AIza)[\w-]{8,}/,
	'a token': /Bearer |\beyJ[\w-]{8,}\.|\b[0-9a-f]{40,}\b|PRIVATE KEY/i,
};

/** What anyone who knows a URL can start. n8n renews the ID in the URL of a form that it imports. */
const FORM = 'n8n-nodes-base.formTrigger';
const CALLED = [
	...[FORM, 'n8n-nodes-base.webhook'],
	...['@n8n/n8n-nodes-langchain.chatTrigger', '@n8n/n8n-nodes-langchain.mcpTrigger'],
];

const unless = (isMet: boolean, finding: string) => (isMet ? [] : [finding]);

/** By what they say of a workflow that follows them; each returns what does not. */
export const templateRules: Readonly<Record<string, TemplateRule>> = {
	'has a title in sentence case that begins with a verb': ({ name }) => [
		...unless(TITLE.test(name), name),
		...name
			.split(' ')
			.slice(1)
			// A product's name may have capitals within.
			.filter((word) => /^[A-Z][a-z]+\b/.test(word) && !PROPER.includes(word)),
	],

	'has a yellow overview with its title, how it works and the setup': (example, file) => {
		const [main] = notesOf(example);
		const text = main ? textOf(main) : '';
		const words = wordCount(text);
		const fits = SHORT.includes(file) ? words <= 80 : words >= 100 && words <= 300;
		return [
			...unless(OVERVIEW.test(text), 'headings'),
			...unless(text.startsWith(`## ${example.name}\n\n`), 'title'),
			...unless(fits, `${words} words`),
			...unless(main?.parameters['color'] === MAIN_NOTE, 'color'),
		];
	},

	'says that a community node needs a self-hosted n8n': (example) =>
		unless(
			notesOf(example).some((note) => textOf(note).includes(SELF_HOSTED)),
			SELF_HOSTED,
		),

	'has short notes for its sections, all of one color': (example) => {
		const [, ...sections] = notesOf(example);
		return [
			...unless(sections.length > 0, 'no section'),
			...sections.flatMap((note) => [
				...unless(note.parameters['color'] === SECTION_NOTE, `${note.name}: color`),
				...unless(/^### .+\n\n/.test(textOf(note)), `${note.name}: heading`),
				...unless(wordCount(textOf(note)) <= 30, `${note.name}: length`),
			]),
		];
	},

	'has notes in Markdown': (example) =>
		notesOf(example).flatMap((note) => textOf(note).match(/<\/?[a-z]+[^>]*>|^# .*/gm) ?? []),

	'shows each node on the note of its section, and no note on another': (example) => {
		const [, ...sections] = notesOf(example).map(boxOf);
		const all = notesOf(example).map((note) => ({ note, box: boxOf(note) }));
		const covered = all.filter(({ box }, n) =>
			all.slice(n + 1).some((other) => overlap(box, other.box)),
		);
		const strays = workingNodes(example).filter(
			(node) => !sections.some((section) => isInside(boxOf(node), section)),
		);
		return [...covered.map(({ note }) => note), ...strays].map(({ name }) => name);
	},

	'has nodes with descriptive and unique names': (example) => {
		const names = workingNodes(example).map(({ name }) => name);
		const verbs = new Set(VERBS.split(' '));
		return names.filter((name, n) => {
			const isTelling = verbs.has(name.split(' ')[0] ?? '') && name.includes(' ');
			return !(isTelling || AGENT_PARTS.includes(name)) || names.indexOf(name) !== n;
		});
	},

	'refers to nodes that exist': ({ nodes, connections }) => {
		const linked = Object.values(connections).flatMap((byType) =>
			Object.values(byType).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
		);
		const inExpressions = [...JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g)];
		const all = [
			...Object.keys(connections),
			...linked,
			...inExpressions.map(([, name = '']) => name),
		];
		return all.filter((each) => !nodes.some(({ name }) => name === each));
	},

	'has no pinned data, no credential, no ID of an n8n instance and no personal data': (example) => [
		...Object.keys(example).filter((key) => !KEYS.includes(key)),
		...Object.entries(example.settings).flatMap(([key, value]) =>
			unless(key === 'executionOrder' && value === 'v1', key),
		),
		...example.nodes.filter(({ credentials }) => credentials).map(({ name }) => name),
		...Object.entries(PERSONAL).flatMap(([kind, pattern]) =>
			unless(!pattern.test(JSON.stringify(example).replaceAll('\\n', ' ')), kind),
		),
	],

	'lets only those spend money who have a credential, at a URL of their own': ({
		connections,
		nodes,
	}) => {
		const isPaid = nodes.some(
			({ type, parameters: { operation } }) =>
				type.startsWith('n8n-nodes-ai-app-tasks.') && operation === 'run',
		);
		const called = nodes.filter(
			({ type, parameters }) => CALLED.includes(type) && parameters['public'] !== false,
		);
		const bots = nodes.filter(({ type }) => type === TELEGRAM);
		return [
			...(isPaid ? called : []).flatMap(({ name, type, webhookId, parameters }) => [
				...unless(/Auth$/.test(String(parameters['authentication'])), `${name}: open`),
				...unless(!parameters['path'], `${name}: path`),
				...unless(type === FORM || webhookId === undefined, `${name}: ID`),
			]),
			...bots.flatMap(({ name, parameters: { additionalFields } }) => {
				const { userIds, download } = additionalFields as Record<string, unknown>;
				// n8n checks the users only if the trigger doesn't download files by itself.
				return unless(Boolean(userIds) && !download, `${name}: open`);
			}),
			...nodes
				.filter(({ type }) => type === WHATSAPP)
				.flatMap(({ name }) => {
					const next = connections[name]?.['main']?.flat().map(({ node }) => node) ?? [];
					const filters = nodes.filter((node) => next.includes(node.name));
					const areClosed = filters.every(
						({ type, parameters }) =>
							type === 'n8n-nodes-base.filter' && NOBODY.test(JSON.stringify(parameters)),
					);
					return unless(filters.length > 0 && areClosed, `${name}: open`);
				}),
		];
	},

	'limits the tasks that an execution creates, if its notes are short': ({ nodes }, file) =>
		nodes
			.filter(({ parameters: { operation } }) => operation === 'run' && SHORT.includes(file))
			.filter(({ parameters: { options } }) => !(options as { maxTasks?: number })?.maxTasks)
			.map(({ name }) => name),

	'has a file name without capitals and spaces': (_, file) =>
		unless(/^[a-z]+(-[a-z]+)*\.json$/.test(file), file),
};
