import { appInputs } from '../../../client/inputs/appInputs';
import { collectRejections } from '../../../client/inputs/rejections';
import { resolveInputs } from '../../../client/inputs/resolve';
import { readInputSchema } from '../../../client/inputs/schema';

/** Whoever calls a webhook may choose the names in App Inputs (JSON), with megabytes of letters. */

const LONG = 10_000;

const app = (inputs: number, label: string) =>
	appInputs(
		readInputSchema({
			input_nodes: Array.from({ length: inputs }, (_, n) => ({
				variable_name: `${n}:Node.text`,
				field_label: `${label} ${n}`,
				field_type: 'STRING',
			})),
		}),
	);

/** How often a text that long is put into lower case while an item with that name is checked. */
function lowered(inputs: ReturnType<typeof app>, name: string): number {
	const { toLowerCase } = String.prototype;
	let times = 0;
	const spy = jest.spyOn(String.prototype, 'toLowerCase').mockImplementation(function (
		this: string,
	) {
		if (this.length >= LONG) times += 1;
		return toLowerCase.call(this);
	});
	const rejections = collectRejections();
	const given = { values: { [name]: 'x' }, overrides: [], binaryFields: [], isJson: true };
	resolveInputs(inputs, given, rejections);
	spy.mockRestore();
	expect(rejections.all).toHaveLength(1);
	return times;
}

it.each([
	['of other letters', 'İ'.repeat(LONG)],
	['that begins like a label', `Input 1${' '.repeat(LONG)}`],
])('a name %s that is longer than those of the app is not gone through at all', (_, name) => {
	expect(lowered(app(200, 'Input'), name)).toBe(0);
});

it('a long ID of the app makes no long name worth a look', () => {
	const long = { variable_name: 'Ж'.repeat(LONG + 1), field_label: 'Text', field_type: 'STRING' };
	const inputs = appInputs(readInputSchema({ input_nodes: [long] }));

	expect(lowered(inputs, 'Ж'.repeat(LONG))).toBe(0);
	expect(inputs.keyOf(long.variable_name)).toBe(long.variable_name);
});

it('a name as long as those of the app is gone through as often with one input as with many', () => {
	const label = 'Ж'.repeat(LONG);
	const name = `${'x'.repeat(LONG)} 1`;

	const withMany = lowered(app(100, label), name);

	expect(withMany).toBe(lowered(app(2, label), name));
	expect(withMany).toBeLessThanOrEqual(2);
});

it('a label in letters that grow in lower case is found', () => {
	const inputs = app(1, 'İİİ');

	expect(inputs.keyOf('i̇i̇i̇ 0')).toBe('0:Node.text');
});
