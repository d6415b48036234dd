import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { ERROR_KINDS } from '../../client/errors/kinds';
import type { Stopped } from '../../client/tasks/stop';
import { OWN_STATUS } from '../../nodes/AiApp/io/items/failedItems';
import { credential, nodes } from '../nodes/descriptors.mts';
import type { OutputSchema } from '../nodes/outputSchema.mts';

const STOP_RESULTS: Readonly<Record<Stopped['how'], true>> = {
	...{ already_finished: true, canceled: true, interrupted: true, still_running: true },
};

/**
 * All that stored workflows, expressions and the service refer to, one line for each: names and values
 * of parameters, webhooks, fields of items, and the words that people branch on. Labels and texts may
 * change.
 */
export function interfaceLines(): string[] {
	const parameters = [
		...nodes.flatMap(({ name, properties, credentials = [], webhooks = [] }) => [
			...credentials.map((used) => `${name} uses ${used.name}`),
			...webhooks.map(({ httpMethod, path }) => `${name} receives ${httpMethod} at ${path}`),
			...properties.flatMap((property) => namesIn(property, name)),
		]),
		...credential.properties.flatMap((property) => namesIn(property, credential.name)),
	];
	const kinds = ERROR_KINDS.map((kind) => `details.kind ${kind}`);
	const statuses = Object.values(OWN_STATUS).map((status) => `status ${status}`);
	const results = Object.keys(STOP_RESULTS).map((result) => `item of task/stop.result = ${result}`);
	return [...new Set([...parameters, ...schemaLines(), ...kinds, ...statuses, ...results])].sort();
}

function namesIn(property: INodeProperties, above: string): string[] {
	const { name, type, options = [], displayOptions } = property;
	if (type === 'notice') return [];
	const ofResource = displayOptions?.show?.resource?.map(String) ?? [];
	const path = [above, ...ofResource, name].join(' > ');
	const below = options.flatMap((option) => {
		if ('values' in option)
			return option.values.flatMap((value) => namesIn(value, `${path} > ${option.name}`));
		if ('value' in option) return [`${path} = ${String(option.value)}`];
		return namesIn(option, path);
	});
	return [`${path}: ${type}`, ...below];
}

const SCHEMAS = 'nodes/AiApp/__schema__';

function schemaLines(): string[] {
	const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' });
	return files
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) => {
			const schema = JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as OutputSchema;
			return fieldsOf(schema, `item of ${file.replace(/^v[\d.]+\/|\.json$/g, '')}`);
		});
}

function fieldsOf(schema: OutputSchema, path: string): string[] {
	const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
		fieldsOf(member, `${path}.${name}`),
	);
	const below = schema.items ? fieldsOf(schema.items, `${path}[]`) : [];
	return [`${path}: ${[schema.type].flat().join(', ')}`, ...members, ...below];
}
