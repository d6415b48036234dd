import { runForm, useService } from './service.mts';

const service = useService();

/** Words for which n8n has messages of its own, which it shows in place of the node's. */
it.each(['connect ECONNREFUSED 10.0.0.7', 'getaddrinfo failed', 'EPERM: operation not permitted'])(
	'a reason with the words %j keeps its message, and the request ID in it',
	async (reason) => {
		const data = { status: 'Failed', error_message: reason };
		const body = { code: 20000, message: 'Ok', data };
		const effect = { type: 'answer', status: 200, body } as const;
		service.emulator.addFault({ on: 'status', effect, times: Infinity });

		const { error } = await service.run({ parameters: runForm({}) });

		expect(error?.message).toContain(reason);
		expect(error?.message).toContain(service.emulator.tasks()[0]?.requestId);
	},
);
