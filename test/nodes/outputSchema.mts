/** The part of JSON Schema that n8n's own output schemas use: types only. */
export type OutputSchema = {
	readonly type: string | readonly string[];
	readonly properties?: Readonly<Record<string, OutputSchema>>;
	readonly items?: OutputSchema;
	readonly version?: number;
};

/** The schema that fits all samples; members that only some of them have are in it too. */
export function schemaOf(samples: readonly unknown[]): OutputSchema {
	const types = [...new Set(samples.map(typeOf))].sort();
	const objects = samples.filter((sample) => typeOf(sample) === 'object') as object[];
	const elements = samples.flatMap((sample) => (Array.isArray(sample) ? sample : []));
	return {
		type: types.length === 1 ? String(types[0]) : types,
		...(objects.length > 0 && { properties: propertiesOf(objects) }),
		...(elements.length > 0 && { items: schemaOf(elements) }),
	};
}

function propertiesOf(objects: readonly object[]): Record<string, OutputSchema> {
	const names = new Set(objects.flatMap(Object.keys));
	const samplesOf = (name: string) =>
		objects.flatMap(Object.entries).flatMap(([own, value]) => (own === name ? [value] : []));
	return Object.fromEntries([...names].map((name) => [name, schemaOf(samplesOf(name))]));
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}
