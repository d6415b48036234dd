import type { Service } from '../service.mts';

export const OFFERED_APP = 54663;
/** The key of an input that is offered without one. */
export const INPUT = '7:Custom.value';

/** An input as services send it, without what a test doesn't say. */
export type Offered = Readonly<Record<string, unknown>>;

/** Puts an app with these inputs in the place of a sample app. */
export function offerApp({ emulator }: Service, ...inputs: readonly Offered[]): void {
	const common = { node_id: 7, node_name: 'Custom', node_type: 'Custom', field_name: 'value' };
	const input_nodes = inputs.map((input, n) => ({
		...{ id: n + 1, ...common, field_label: 'Value', variable_name: INPUT },
		...input,
	}));
	const data = { id: OFFERED_APP, name: 'Offered', source: 'others', input_nodes };
	const body = { code: 20000, message: 'Ok', status: true, data };
	emulator.addFault({
		on: 'detail',
		times: Infinity,
		effect: { type: 'answer', status: 200, body },
	});
}

/** The values that the service got for its first task. */
export function sentValues({ emulator }: Service): Readonly<Record<string, unknown>> {
	return emulator.tasks()[0]?.inputValues ?? {};
}
