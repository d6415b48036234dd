import ts from 'typescript';
import { descendants, type Source } from './source.mts';

/** Where an exception may be caught: everywhere else it travels up to one of these. */
const CATCHING_FILES: readonly RegExp[] = [
	/^nodes\/AiApp\/transport\/http\.ts$/,
	/^client\/settle\.ts$/,
	/^nodes\/AiApp\/actions\/router\.ts$/,
	/^nodes\/AiApp\/pause\/resume\.ts$/,
	/^nodes\/AiApp\/trigger\/receive\.ts$/,
];

/** n8n's loader for custom extensions takes every file that is named like one of these. */
const LOADED_FILES: readonly string[] = [
	'nodes/AiApp/AiApp.node.ts',
	'nodes/AiApp/AiAppTrigger.node.ts',
	'credentials/AiAppApi.credentials.ts',
];

const ERRORS_FILE = 'nodes/AiApp/io/errors.ts';
const ITEM_FILES = /^nodes\/AiApp\/io\/items\//;

const FORBIDDEN_GLOBALS =
	/^(set|clear)(Timeout|Interval|Immediate)$|^(process|console|global|globalThis|fetch|__dirname|__filename)$/;
const CLIENT_PORTS: readonly string[] = ['Date.now', 'Math.random', 'performance.now'];

export function catches(source: Source): string[] {
	if (CATCHING_FILES.some((file) => file.test(source.path))) return [];
	return places(source, (node) => ts.isCatchClause(node) || isRejectionHandler(node));
}

export function meaninglessName(source: Source): string[] {
	const banned = /^(utils?|helpers?|common|misc|generic)(\.|$)/i;
	return source.path.split('/').some((part) => banned.test(part)) ? [source.path] : [];
}

export function strayNode(source: Source): string[] {
	const isLoaded = /\.(node|credentials)\.m?ts$/.test(source.path);
	return isLoaded && !LOADED_FILES.includes(source.path) ? [source.path] : [];
}

/** The verification scan ignores such comments, so they would only hide what it finds. */
export function silencedCheck(source: Source): string[] {
	const silencer = /eslint-disable|@ts-(ignore|nocheck|expect-error)/;
	return silencer.test(source.tree.text) ? [source.path] : [];
}

export function forbiddenGlobals(source: Source): string[] {
	return places(
		source,
		(node) => ts.isIdentifier(node) && FORBIDDEN_GLOBALS.test(node.text) && !isMemberName(node),
	);
}

/** Time and chance reach the client by its ports only. */
export function hiddenInputs(source: Source): string[] {
	if (!source.path.startsWith('client/')) return [];
	return places(
		source,
		(node) =>
			CLIENT_PORTS.includes(node.getText()) ||
			(ts.isNewExpression(node) && node.getText() === 'new Date()'),
	);
}

export function errorsMadeElsewhere(source: Source): string[] {
	if (source.path === ERRORS_FILE) return [];
	return places(
		source,
		(node) =>
			ts.isNewExpression(node) && /^Node(Api|Operation)Error$/.test(node.expression.getText()),
	);
}

/** Items speak snake_case and n8n does not: such a key in nodes/ is a field of an item. */
export function itemFieldsWrittenElsewhere(source: Source): string[] {
	if (!source.path.startsWith('nodes/') || ITEM_FILES.test(source.path)) return [];
	return places(source, (node) => /^[a-z]+(_[a-z]+)+$/.test(writtenKey(node) ?? ''));
}

function writtenKey(node: ts.Node): string | undefined {
	if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
		return node.name.getText().replace(/['"]/g, '');
	}
	const isAssignment =
		ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
	if (!isAssignment || !ts.isPropertyAccessExpression(node.left)) return undefined;
	return node.left.name.text;
}

function isRejectionHandler(node: ts.Node): boolean {
	if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
	const method = node.expression.name.text;
	return method === 'catch' || (method === 'then' && node.arguments.length > 1);
}

function isMemberName(node: ts.Identifier): boolean {
	const { parent } = node;
	return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
}

function places(source: Source, matches: (node: ts.Node) => boolean): string[] {
	return descendants(source.tree)
		.filter(matches)
		.map((node) => {
			const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart());
			return `${source.path}:${line + 1} ${node.getText().split('\n')[0]}`;
		});
}
