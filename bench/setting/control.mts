import axios from 'axios';
import type {
	Fault,
	LimitSettings,
	PlanScope,
	RequestRecord,
	StorageSettings,
	TaskPlan,
	TaskRecord,
} from '../../emulator/index.mts';

/** Steers an emulator in another process; the same words as those of an `Emulator`. */
export type Control = {
	plan(plan: Partial<TaskPlan>, scope?: PlanScope): Promise<void>;
	setUpStorage(setup: Partial<StorageSettings>): Promise<void>;
	setLimits(limits: Partial<LimitSettings>): Promise<void>;
	/** Over HTTP, `times: -1` means for ever. */
	addFault(fault: Fault): Promise<void>;
	requests(): Promise<readonly RequestRecord[]>;
	tasks(): Promise<readonly TaskRecord[]>;
	reset(): Promise<void>;
};

export function createControl(controlUrl: string): Control {
	const post = async (path: string, body: object = {}) => {
		await axios.post(`${controlUrl}/control/${path}`, body);
	};
	const get = async <Data,>(path: string) =>
		(await axios.get<Data>(`${controlUrl}/control/${path}`)).data;
	return {
		plan: (plan, scope) => post('plan', { plan, scope }),
		setUpStorage: (setup) => post('storage', { setup }),
		setLimits: (limits) => post('limits', { limits }),
		addFault: (fault) => post('faults', { fault }),
		requests: () => get<readonly RequestRecord[]>('requests'),
		tasks: () => get<readonly TaskRecord[]>('tasks'),
		reset: () => post('reset'),
	};
}
