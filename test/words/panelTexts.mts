import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { choices, nodes, parameters } from '../nodes/descriptors.mts';

/** A text in a panel, with the path to it. */
export type PanelText = { readonly place: string; readonly text: string };

/** The names of parameters, operations and choices. */
const names: readonly PanelText[] = [
	...parameters.flatMap(({ path, property: { type, displayName } }) =>
		type === 'notice' ? [] : [{ place: path, text: displayName }],
	),
	...choices.map(({ path, choice: { name } }) => ({ place: path, text: name })),
];

/** The sentences about them. */
export const sentences: readonly PanelText[] = [
	...parameters.flatMap(({ path, property }) => at(path, sentencesOf(property))),
	...choices.flatMap(({ path, choice: { description, action, builderHint } }) =>
		at(path, [description, action, builderHint?.propertyHint]),
	),
	...nodes.flatMap((node) => at(node.name, sentencesOfNode(node))),
];

export const panelTexts: readonly PanelText[] = [...names, ...sentences];

/**
 * Labels of at least two words, without their unit, the longest first. Those of one word are words
 * of the language as well.
 */
export const labels: readonly string[] = [
	...new Set(
		parameters.flatMap(({ property: { type, displayName } }) => {
			const label = displayName.replace(/ \([^)]*\)$/, '');
			return type === 'notice' || !label.includes(' ') ? [] : [label];
		}),
	),
].sort((a, b) => b.length - a.length);

function sentencesOf(property: INodeProperties): ReadonlyArray<string | undefined> {
	const { type, displayName, description, hint, placeholder, builderHint } = property;
	const label = type === 'notice' ? displayName : undefined;
	return [label, description, hint, placeholder, builderHint?.propertyHint];
}

function sentencesOfNode(node: INodeTypeDescription): ReadonlyArray<string | undefined> {
	const { description, hints = [], builderHint, waitingNodeTooltip } = node;
	const relations = builderHint?.relatedNodes?.map(({ relationHint }) => relationHint) ?? [];
	return [
		...[description, builderHint?.searchHint, waitingNodeTooltip],
		...hints.map(({ message }) => message),
		...relations,
	];
}

function at(place: string, texts: ReadonlyArray<string | undefined>): readonly PanelText[] {
	return texts.flatMap((text) => (text ? [{ place, text }] : []));
}
