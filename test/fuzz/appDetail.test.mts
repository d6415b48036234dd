import { inputTemplate } from '../../nodes/AiApp/actions/app/get.operation';
import fc from 'fast-check';
import { appInputs } from '../../client/inputs/appInputs';
import { rangeText } from '../../client/inputs/validate';
import { choicesOf, optionsOf } from '../../client/inputs/choices';
import { readInputSchema, type InputField } from '../../client/inputs/schema';
import { drawSeeds } from '../../client/inputs/resolve';
import { mediaKindOf } from '../../client/inputs/media';
import { harmless, encodeFieldId, decodeFieldId } from '../../nodes/AiApp/methods/untrustedText';
import { appItem } from '../../nodes/AiApp/io/items/appItem';
import { resolveOrThrow } from '../client/inputs/resolveOrThrow.mts';
import { fuzz } from './fuzz.mts';
import { hostileJson, hostileRecord, hostileText } from './hostile.mts';
import { orRefused } from './refusals.mts';

const NODE = [
	...['variable_name', 'field_label', 'field_name', 'field_type', 'field_value', 'field_options'],
	...['node_type', 'sort', 'min', 'max', 'values', 'options', 'choices', 'value', 'label'],
];
const KINDS = ['text', 'number', 'boolean', 'choice', 'image', 'audio', 'video'];

const inputNode = fc
	.tuple(hostileRecord(...NODE), hostileText, fc.constantFrom('combo', 'int', 'hidden', 'text'))
	.map(([node, name, type]) => ({ variable_name: name, field_type: type, ...node }));

const app = fc
	.tuple(hostileRecord('name', 'description', 'input_nodes'), fc.array(inputNode, { maxLength: 5 }))
	.map(([record, nodes]) => ({ input_nodes: nodes, ...record }));

function isScalar(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function expectField(field: InputField): void {
	expect(KINDS).toContain(field.kind);
	expect(field.key.trim()).not.toBe('');
	expect(decodeFieldId(encodeFieldId(field.key))).toBe(field.key);
	expect(encodeFieldId(field.key)).not.toMatch(/^=|"|\{\{|\$fromAI/i);
	expect(harmless(field.label)).not.toMatch(/^=|\{\{|\$fromAI/i);
	expect(typeof rangeText(field)).toBe('string');
}

fuzz('app detail: the form', app, (record) => {
	const schema = readInputSchema(record);
	schema.forEach(expectField);
	expect(new Set(schema.map(({ key }) => key)).size).toBe(schema.length);
	for (const seed of Object.values(drawSeeds(appInputs(schema), [], Math.random)))
		expect(Number.isSafeInteger(seed)).toBe(true);
	const { json } = appItem(1, record, { inputs: schema, template: inputTemplate(schema) });
	expect(() => JSON.stringify(json)).not.toThrow();
});

const given = fc.record({
	app,
	values: hostileRecord('6:CLIPTextEncode.text', 'data'),
	own: hostileJson('$binary'),
	overrides: fc.array(fc.record({ key: hostileText, value: hostileJson('$binary') }), {
		maxLength: 3,
	}),
	binaryFields: fc.array(hostileText, { maxLength: 3 }),
});

fuzz('app detail: what is sent', given, ({ app, values, own, overrides, binaryFields }) => {
	const schema = readInputSchema(app);
	const all = schema.map(({ key }): [string, unknown] => [key, own]);
	const ofForm = { values: Object.fromEntries(all), overrides: [], binaryFields };
	const checks = [
		() => resolveOrThrow(schema, ofForm),
		() => resolveOrThrow(schema, { values, overrides, binaryFields }),
	];
	for (const { values: sent, files } of checks.flatMap(orRefused)) {
		expect(Object.values(sent).every(isScalar)).toBe(true);
		for (const { binaryField } of Object.values(files)) expect(binaryFields).toContain(binaryField);
	}
});

fuzz('field options', fc.tuple(hostileText, hostileJson(...NODE)), ([text, value]) => {
	for (const sent of [text, value, JSON.stringify(value)]) {
		for (const choice of choicesOf(optionsOf(sent))) {
			expect(['string', 'number']).toContain(typeof choice.value);
			expect(typeof choice.label).toBe('string');
		}
		const medium = mediaKindOf({ field_type: 'hidden', field_value: text }, optionsOf(sent));
		expect([undefined, 'image', 'audio', 'video']).toContain(medium);
	}
});
