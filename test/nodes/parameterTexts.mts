import {
	isExpression,
	traverseNodeParameters,
	type FromAIArgument,
	type INodeParameters,
} from 'n8n-workflow';

/** The texts in parameters that n8n runs when it reads them. */
export function expressionsIn(parameters: unknown): string[] {
	if (isExpression(parameters)) return [parameters];
	if (typeof parameters !== 'object' || parameters === null) return [];
	return Object.values(parameters).flatMap(expressionsIn);
}

/** The names of the arguments that n8n gives to a tool for its parameters. */
export function toolArguments(parameters: INodeParameters): string[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return found.map(({ key }) => key);
}
