import { readdirSync, readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';

/** A workflow as n8n exports it. */
export type Example = {
	readonly name: string;
	readonly nodes: readonly INode[];
	readonly connections: Readonly<Record<string, Readonly<Record<string, Link[][]>>>>;
	readonly settings: object;
};
type Link = { readonly node: string };

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Beside them are a list of all and their pictures. */
export function exampleFiles(folder: string): readonly string[] {
	return readdirSync(folder).filter((file) => file.endsWith('.json'));
}

/** The workflows of a folder, by file name. */
export function readWorkflows(folder: string): ReadonlyArray<readonly [string, Example]> {
	return exampleFiles(folder).map((file) => [
		file,
		JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Example,
	]);
}

export function notesOf({ nodes }: Example): readonly INode[] {
	return nodes.filter(({ type }) => type === STICKY_NOTE);
}

/** All but the notes. */
export function workingNodes({ nodes }: Example): readonly INode[] {
	return nodes.filter(({ type }) => type !== STICKY_NOTE);
}

export function textOf({ parameters }: INode): string {
	return String(parameters['content'] ?? '');
}

export function wordCount(text: string): number {
	return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

type Box = {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
};

const NODE_SIZE = 96;

/** The area of a note or a node on the canvas. */
export function boxOf({ position: [left, top], parameters }: INode): Box {
	const width = Number(parameters['width'] ?? NODE_SIZE);
	const height = Number(parameters['height'] ?? NODE_SIZE);
	return { left, top, right: left + width, bottom: top + height };
}

export function isInside(inner: Box, outer: Box): boolean {
	const inWidth = inner.left >= outer.left && inner.right <= outer.right;
	return inWidth && inner.top >= outer.top && inner.bottom <= outer.bottom;
}

export function overlap(one: Box, other: Box): boolean {
	const inWidth = one.left < other.right && other.left < one.right;
	return inWidth && one.top < other.bottom && other.top < one.bottom;
}
