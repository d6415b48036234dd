/** Who may import what; `npm run lint` holds it, and docs/development/architecture.svg draws it. */

const N8N_WORKFLOW = '(^|/)node_modules/n8n-workflow/';
const CRYPTO = '^crypto$';

/** The rooms of the client, from top to bottom, each with those below it that it stands on. */
const CLIENT = {
	tasks: ['api', 'resilience', 'errors', 'parsing', 'ports', 'settle'],
	files: ['files/signing', 'api', 'resilience', 'errors', 'parsing', 'ports', 'settle'],
	'files/signing': ['errors', 'parsing', 'settle'],
	inputs: ['api', 'errors', 'parsing', 'ports', 'settle'],
	api: ['resilience', 'errors', 'parsing', 'ports', 'settle'],
	resilience: ['errors', 'ports', 'settle'],
	parsing: ['errors', 'settle'],
	errors: ['ports'],
	ports: [],
};

/** The rooms of the node, in the same way. */
const NODES = {
	actions: [...['execution', 'pause', 'form', 'parameters', 'io', 'words', 'memory', 'facts']],
	methods: ['form', 'io', 'transport', 'words', 'facts'],
	trigger: ['io', 'transport', 'words', 'memory', 'time'],
	execution: ['pause', 'form', 'parameters', 'io', 'transport', 'memory', 'facts', 'time'],
	pause: ['parameters', 'io', 'transport', 'words', 'memory', 'facts', 'time'],
	form: ['parameters', 'facts'],
	parameters: ['io', 'words', 'memory', 'facts'],
	io: ['transport', 'words', 'memory', 'facts'],
	transport: ['memory', 'facts', 'time'],
	words: ['facts'],
	memory: ['facts', 'time'],
	facts: [],
	time: [],
};

function rule(name, comment, from, to) {
	return { name, comment, severity: 'error', from, to };
}

/** The files of a room itself, without those of rooms inside it; `settle` is one of a single file. */
function inClient(room) {
	return `^client/${room}[/.][^/]+$`;
}

/** The files of a room and of the folders in it. */
function inNodes(room) {
	return `^nodes/AiApp/${room}/`;
}

const rooms = [
	...Object.entries(CLIENT).map(([room, below]) =>
		rule(
			`client-room-${room.replace('/', '-')}`,
			'A room of the client knows itself, the rooms below it and node:crypto.',
			{ path: inClient(room) },
			{ pathNot: [...[room, ...below].map(inClient), CRYPTO] },
		),
	),
	...Object.entries(NODES).map(([room, below]) =>
		rule(
			`nodes-room-${room}`,
			'A room of the node knows itself, the rooms below it, the client, n8n-workflow and node:crypto.',
			{ path: inNodes(room) },
			{ path: '^nodes/', pathNot: [room, ...below].map(inNodes) },
		),
	),
];

const borders = [
	rule(
		'client-stands-alone',
		'client/ imports itself and node:crypto, nothing else.',
		{ path: '^client/' },
		{ pathNot: ['^client/', CRYPTO] },
	),
	rule(
		'client-lies-in-rooms',
		'Each file of the client lies in a room, or beside the door.',
		{ path: '^client/', pathNot: ['^client/[^/]+$', ...Object.keys(CLIENT).map(inClient)] },
		{},
	),
	rule(
		'nodes-lie-in-rooms',
		'Each file of the node lies in a room, or is what n8n loads.',
		{ path: '^nodes/', pathNot: ['\\.node\\.ts$', ...Object.keys(NODES).map(inNodes)] },
		{},
	),
	rule(
		'nodes-use-the-door',
		'nodes/ imports itself, client/index, n8n-workflow and node:crypto.',
		{ path: '^nodes/' },
		{ pathNot: ['^nodes/', '^client/index\\.ts$', N8N_WORKFLOW, CRYPTO] },
	),
	rule(
		'operation-imports-no-operation',
		'What operations share goes through the execution context and the client.',
		{ path: '\\.operation\\.ts$' },
		{ path: '\\.operation\\.ts$' },
	),
	rule(
		'credentials-stand-alone',
		'credentials/ imports n8n-workflow only.',
		{ path: '^credentials/' },
		{ pathNot: N8N_WORKFLOW },
	),
	rule(
		'emulator-stands-alone',
		'The emulator reads the specification on its own.',
		{ path: '^emulator/' },
		{ dependencyTypes: ['local'], pathNot: '^emulator/' },
	),
	rule(
		'emulator-without-n8n',
		'The emulator knows nothing of n8n.',
		{ path: '^emulator/' },
		{ path: '(^|/)(node_modules/)?n8n-' },
	),
	rule(
		'scripts-use-the-built-package',
		'Scripts know the emulator and the door of the client.',
		{ path: '^scripts/' },
		{
			dependencyTypes: ['local'],
			pathNot: ['^scripts/', '^emulator/', '^client/index\\.ts$', '^package\\.json$'],
		},
	),
	rule(
		'bench-uses-the-built-package',
		'The benchmark knows scripts, the emulator and the door of the client.',
		{ path: '^bench/' },
		{
			dependencyTypes: ['local'],
			pathNot: ['^bench/', '^scripts/', '^emulator/', '^client/index\\.ts$'],
		},
	),
	rule(
		'e2e-sees-the-built-package',
		'The end-to-end tests see the built package and HTTP.',
		{ path: '^test/e2e/' },
		{
			dependencyTypes: ['local'],
			pathNot: ['^test/', '^scripts/', '^emulator/', '^package\\.json$'],
		},
	),
];

const circles = [
	rule('no-circle', 'Files in a circle are one file.', {}, { circular: true }),
	{
		...rule(
			'no-circle-of-folders',
			'Folders in a circle are one folder.',
			{ path: '^(client|nodes|emulator)/' },
			{ circular: true },
		),
		scope: 'folder',
	},
	rule(
		'nodes-no-way-up',
		'A folder does not know the files beside it, which know it. What an operation is, and the road of paid work, all know.',
		{ path: '^(nodes/.+)/[^/]+/[^/]+$' },
		{
			path: '^$1/[^/]+$',
			pathNot: ['^nodes/AiApp/io/', '^nodes/AiApp/actions/(operation|paidWork)\\.ts$'],
		},
	),
	rule(
		'nodes-io-no-way-down',
		'Items and binaries are written by means of the files beside them, not the other way round.',
		{ path: '^nodes/AiApp/io/[^/]+$' },
		{ path: '^nodes/AiApp/io/[^/]+/' },
	),
];

module.exports = {
	forbidden: [...rooms, ...borders, ...circles],
	options: {
		// Imports of types count: they tie files together just as well.
		tsPreCompilationDeps: true,
		doNotFollow: { path: 'node_modules' },
		// A `node_modules` that is a link looks like any other.
		preserveSymlinks: true,
	},
};
