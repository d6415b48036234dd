/** What `no-restricted-syntax` holds: selectors with the reason, and where they count. */

const noEnum = {
	selector: 'TSEnumDeclaration',
	message: 'A union of literals says the same without code at run time.',
};
const noTopLevelArrow = {
	selector:
		':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression',
	message: 'A function of the module is a named function declaration.',
};
/** Not words of ours: neither fixed, nor put together by `say`, nor what an error says already. */
const foreign = `:not(${[
	'Literal',
	'TemplateLiteral[expressions.length=0]',
	'TaggedTemplateExpression[tag.name="say"]',
	'Identifier[name=/^([A-Z_]+|undefined)$/]',
	'MemberExpression[property.name="advice"]',
	'ConditionalExpression',
].join(', ')})`;
const newError = 'NewExpression[callee.name="AiAppError"]';
const newInputError = 'CallExpression[callee.name="inputError"]';
const newPanelError = 'NewExpression[callee.name="PanelError"]';
const telling = `CallExpression:matches(${[
	'[callee.object.property.name="logger"]',
	'[callee.object.name="hints"]:not([callee.property.name=/^(count|sum)$/])',
	'[callee.property.name=/^(note|saying)$/]',
].join(', ')})`;
export const foreignWords = [
	`${newError} > ${foreign}.arguments:nth-child(2)`,
	`${newInputError} > ${foreign}.arguments:first-child`,
	`${newPanelError} > ${foreign}.arguments:matches(:nth-child(1), :nth-child(2))`,
	`${telling} > ${foreign}.arguments:first-child`,
	`CallExpression[callee.object.name="hints"] > ArrowFunctionExpression > ${foreign}.body`,
	`:matches(${newError}, ${newInputError}, ${newPanelError}, ${telling}) > ConditionalExpression > ${foreign}:matches(.consequent, .alternate)`,
].map((selector) => ({
	selector,
	message: 'Put foreign texts into words of ours by say`...`, which quotes them.',
}));

const noComputedImport = {
	selector:
		'ImportExpression:not([source.type="Literal"]), CallExpression[callee.name="require"]:not([arguments.0.type="Literal"])',
	message: 'What is imported stands in the text: .dependency-cruiser.cjs judges it.',
};
export const noCatch = {
	selector:
		'CatchClause, CallExpression[callee.property.name="catch"], CallExpression[callee.property.name="then"][arguments.length>1]',
	message: 'Exceptions travel up to the few places that catch them.',
};
export const noN8nError = {
	selector: 'NewExpression[callee.name=/^Node(Api|Operation)Error$/]',
	message: 'The errors of n8n are made in nodes/AiApp/io/errors.ts.',
};
const noHiddenTime = {
	selector: ':matches(NewExpression, CallExpression)[callee.name="Date"][arguments.length=0]',
	message: 'Time reaches the client by its ports.',
};
const noLocale = {
	selector:
		'CallExpression[callee.property.name=/^(toLocale(Date|Time)?String|localeCompare)$/], MemberExpression[object.name="Intl"]',
	message: "It loads the data of all languages, 10 ms of n8n's start. For numbers: groupedDigits.",
};
/** Items speak snake_case and n8n does not: such a key in nodes/ is a field of an item. */
const snakeCase = '/^[a-z]+(_[a-z]+)+$/';
export const noItemField = {
	selector: [
		`ObjectExpression > Property[computed=false]:matches([key.name=${snakeCase}], [key.value=${snakeCase}])`,
		`AssignmentExpression > MemberExpression.left:matches([property.name=${snakeCase}], [property.value=${snakeCase}])`,
	].join(', '),
	message: 'The fields of items are written in nodes/AiApp/io/items/.',
};
/** A map or a set without entries, or a variable, fills up over the time of the process. */
export const noStore = {
	selector: [
		':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]',
		':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
	].join(', '),
	message:
		'What the process remembers is listed in nodes/AiApp/memory/processMemory.ts, with its bound.',
};
export const meaningless = {
	selector: 'Program',
	message: 'A file name says what the file is for.',
};
export const loadedByN8n = {
	selector: 'Program',
	message: "n8n's loader for custom extensions takes every file of this name for one of its own.",
};
/** What must not match in all that ships, and more of it in each part. */
export const inShipped = [
	noEnum,
	noTopLevelArrow,
	...foreignWords,
	noComputedImport,
	noCatch,
	noN8nError,
	noStore,
	noLocale,
];
export const inClient = [...inShipped, noHiddenTime];
export const inNodes = [...inShipped, noItemField];

/** What Node itself can run by taking the types away. */
export const inTests = [
	noEnum,
	{
		selector:
			'TSParameterProperty, TSModuleDeclaration:not([declare=true]), TSImportEqualsDeclaration',
		message: 'Only syntax that disappears with the types.',
	},
];
export const inUnshipped = [...inTests, noTopLevelArrow];
export const inEmulator = [...inUnshipped, noComputedImport];
