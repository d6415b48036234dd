import ts from 'typescript';

/**
 * Every object also has `constructor`, `toString` and the like, and an app, a caller or the service may
 * give something such a name. So a name that isn't ours is looked up by `ownMember` or `Object.hasOwn`.
 */
export const ownMembers = {
	meta: {
		type: 'problem',
		schema: [],
		messages: {
			inherited:
				'Every object has names such as constructor: use ownMember({{record}}, {{name}}) or Object.hasOwn.',
		},
	},
	create(context) {
		const { sourceCode } = context;
		const { esTreeNodeToTSNodeMap, program } = sourceCode.parserServices;
		const checker = program.getTypeChecker();
		const typeOf = (node) => checker.getTypeAtLocation(esTreeNodeToTSNodeMap.get(node));
		const textOf = (node) => sourceCode.getText(node);
		const report = (node, record, name) => {
			const data = { record: textOf(record), name: textOf(name) };
			context.report({ node, messageId: 'inherited', data });
		};
		/** Of ownMember itself. */
		const isGuarded = ({ object, parent, property }) =>
			parent.type === 'ConditionalExpression' &&
			textOf(parent.test) === `Object.hasOwn(${textOf(object)}, ${textOf(property)})`;
		return {
			'BinaryExpression[operator="in"]:not([left.type="Literal"])'(node) {
				report(node, node.right, node.left);
			},
			'MemberExpression[computed=true]'(node) {
				const { object, property } = node;
				const record = checker.getApparentType(typeOf(object));
				const takesAnyName = checker.getIndexTypeOfType(record, ts.IndexKind.String) !== undefined;
				const isAnyName = Boolean(typeOf(property).flags & ts.TypeFlags.String);
				if (!takesAnyName || !isAnyName || isWritten(node) || isGuarded(node)) return;
				report(node, object, property);
			},
		};
	},
};

function isWritten(node) {
	const { left, operator, type } = node.parent;
	return (type === 'AssignmentExpression' && left === node) || operator === 'delete';
}
