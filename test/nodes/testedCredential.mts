import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialTestFunction,
	ICredentialTestFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type { FaultEffect, Operation } from '../../emulator/index.mts';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { useService, type Service } from './service.mts';

export type TestedCredential = {
	readonly service: Service;
	/** n8n's message for a credential that differs from the right one by this. */
	testOf(changed?: object, fns?: ICredentialTestFunctions): ReturnType<ICredentialTestFunction>;
	/** Has something go wrong with each call of a kind. */
	goesWrong(on: Operation, effect: FaultEffect): void;
	/** Hosts and paths of the calls so far. */
	asked(): string[];
};

/** A fresh emulator for each test of a file, and n8n's test of a credential for it. */
export function useTestedCredential(): TestedCredential {
	const service = useService();
	return {
		service,
		testOf: (changed = {}, fns = testContext()) => {
			const data = { ...service.credential, ...changed };
			return namedTest().call(fns, { id: '1', name: 'AI App', type: 'aiAppApi', data });
		},
		goesWrong: (on, effect) => service.emulator.addFault({ on, effect, times: Infinity }),
		asked: () => service.emulator.requests().map(({ host, path }) => `${host} ${path}`),
	};
}

/** What n8n gives to the credential test. */
export function testContext(): ICredentialTestFunctions {
	return new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
}

/** A test that is red, with a message like this. */
export function red(message: RegExp): object {
	return { status: 'Error', message: expect.stringMatching(message) };
}

/** As n8n finds it: by the name that the node gives for its credential. */
function namedTest(): ICredentialTestFunction {
	const { description, methods } = new AiApp();
	const tests: Readonly<Record<string, ICredentialTestFunction>> = methods.credentialTest;
	const test = tests[String(description.credentials?.[0]?.testedBy)];
	if (!test) throw new Error('The node has no such test');
	return test;
}

/** The request to a host of apps: for one that can't exist. */
export const NO_APP = 'meta /v1/webapp/2147483647/detail';
