import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startEmulator, type Emulator, type Quirks } from '../../emulator/index.mts';
import { createVirtualTime, type VirtualTime } from '../virtualTime.mts';
import { endBinaryMode } from './binaryStore.mts';
import { execute, mockTime, type Ended, type Execution } from './engine.mts';
import type { Parameters } from './instance.mts';

export type Service = {
	readonly emulator: Emulator;
	readonly time: VirtualTime;
	/** The credential of a user who did everything right. */
	readonly credential: ICredentialDataDecryptedObject;
	/** Executes the node with that credential. */
	run(execution: Omit<Execution, 'credential'> & Partial<Execution>): Promise<Ended>;
	/** How many creates reached the service, answered or not. */
	creates(): number;
};

/** The node sees a task run at its first look, and its end at the second one. Tests that need more plan it. */
const USUAL = { queuingMs: 0, preparingMs: 0, runningMs: 1_500 };

/** A fresh emulator on virtual time for each test of a file. */
export function useService(quirks: Partial<Quirks> = {}): Service {
	let emulator: Emulator;
	let time: VirtualTime;

	beforeEach(async () => {
		time = createVirtualTime();
		mockTime(time);
		emulator = await startEmulator({ clock: time.clock, quirks, usualPlan: USUAL });
	});

	afterEach(async () => {
		await emulator.close();
		time.close();
		await endBinaryMode();
	});

	const service: Service = {
		get emulator() {
			return emulator;
		},
		get time() {
			return time;
		},
		get credential() {
			return credentialFor(emulator);
		},
		run: (execution) => execute({ credential: service.credential, ...execution }),
		creates: () => emulator.requests().filter(({ operation }) => operation === 'create').length,
	};
	return service;
}

function credentialFor(emulator: Emulator): ICredentialDataDecryptedObject {
	const { apiKey, apiUrl, metaUrl, storageUrl } = emulator;
	const addresses = { baseUrl: apiUrl, metadataUrl: metaUrl };
	return { apiKey, ...addresses, moreSettings: true, storageUrl };
}

export const PICTURE_APP = 54663;
export const PROMPT = '6:CLIPTextEncode.text';

/** Parameters of App: Run with the form filled in, as the editor stores them. */
export function runForm(
	values: Parameters,
	more: Parameters = {},
	appId = PICTURE_APP,
): Parameters {
	return {
		...common('app', 'run'),
		appId: { __rl: true, mode: 'id', value: String(appId) },
		specifyInputs: 'fields',
		inputs: { mappingMode: 'defineBelow', value: values, matchingColumns: [], schema: [] },
		waitMode: 'poll',
		downloadFiles: false,
		simplify: true,
		...more,
	} as Parameters;
}

/** Parameters of an operation on a task. */
export function onTask(operation: string, requestId: string, more: Parameters = {}): Parameters {
	return { ...common('task', operation), requestId, simplify: true, ...more };
}

/** Parameters of Model: Run for a model that paints. */
export function runModel(more: Parameters = {}): Parameters {
	return {
		...common('model', 'run'),
		modelPath: 'sample-painter/text-to-image',
		modelParameters: { prompt: 'a red kite' },
		waitMode: 'poll',
		simplify: true,
		...more,
	};
}

function common(resource: string, operation: string): Parameters {
	return { resource, operation, options: {} };
}
