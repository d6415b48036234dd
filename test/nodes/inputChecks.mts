import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Parameters } from './instance.mts';
import type { Service } from './service.mts';

const ONLY_OF_RUN = ['waitMode', 'downloadFiles', 'simplify'];

/** The same parameters for App: Check Inputs. */
export function checkOf(parameters: Parameters): Parameters {
	const shared = Object.entries(parameters).filter(([name]) => !ONLY_OF_RUN.includes(name));
	return { ...Object.fromEntries(shared), operation: 'checkInputs' };
}

/** Runs App: Check Inputs with the parameters of App: Run. */
export function useInputChecks(service: Service) {
	async function check(parameters: Parameters, items?: INodeExecutionData[], more: object = {}) {
		const checks = { parameters: checkOf(parameters), ...(items && { items }), ...more };
		const ended = await service.run(checks);
		return { ...ended, items: (ended.outputs[0] ?? []).map(({ json }) => json) };
	}

	async function checkOne(parameters: Parameters, item?: INodeExecutionData): Promise<IDataObject> {
		const { items, error } = await check(parameters, item && [item]);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		return items[0] ?? {};
	}

	return { check, checkOne };
}

/** Override Inputs with these rows. */
export function overrides(...values: readonly object[]): Parameters {
	return { overrideInputs: { values } } as never;
}

/** An element of `invalid_inputs`. */
export function invalid(input: string, message: string, label?: string): object {
	return {
		input,
		...(label !== undefined && { label }),
		message: expect.stringContaining(message),
		// It's free, and asks for nothing but a correction.
		description: expect.not.stringMatching(/charged|run again/),
	};
}
