import { relative } from 'node:path';
import ts from 'typescript';

/** Members of the type `Operation`, which each operation exports by that name. */
const OF_OPERATIONS = new Set(['execute', 'executeFor', 'prepare']);

const PRODUCT = /^(client|nodes|credentials)\//;

/** The files that declare a function or a type, by its name. */
const filesByName = new WeakMap();

/** People find functions and types by a search for their name: in the product each has one of its own. */
export const oneMeaning = {
	meta: {
		type: 'problem',
		schema: [],
		messages: {
			double: '{{name}} is also declared in {{files}}. Give this one a name of its own.',
		},
	},
	create(context) {
		const { cwd, sourceCode, filename } = context;
		const { program } = sourceCode.parserServices;
		const declared = filesByName.get(program) ?? declaredIn(program, cwd);
		filesByName.set(program, declared);
		return {
			Program({ body }) {
				for (const { id } of body.map(declarationOf).filter(isFunctionOrType)) {
					const own = relative(cwd, filename);
					const files = (declared.get(id.name) ?? []).filter((file) => file !== own);
					if (files.length === 0 || OF_OPERATIONS.has(id.name)) continue;
					const data = { name: id.name, files: files.join(', ') };
					context.report({ node: id, messageId: 'double', data });
				}
			},
		};
	},
};

function declaredIn(program, cwd) {
	const declared = new Map();
	for (const { fileName, statements } of program.getSourceFiles()) {
		const file = relative(cwd, fileName);
		if (!PRODUCT.test(file)) continue;
		const names = statements.filter(isNamed).map(({ name }) => name.text);
		for (const name of new Set(names)) declared.set(name, [...(declared.get(name) ?? []), file]);
	}
	return declared;
}

function isNamed(statement) {
	const kinds = [ts.isFunctionDeclaration, ts.isTypeAliasDeclaration, ts.isClassDeclaration];
	return kinds.some((isKind) => isKind(statement)) && statement.name !== undefined;
}

function declarationOf(statement) {
	return statement.declaration ?? statement;
}

function isFunctionOrType({ type, id }) {
	const types = ['FunctionDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'];
	return types.includes(type) && Boolean(id);
}
