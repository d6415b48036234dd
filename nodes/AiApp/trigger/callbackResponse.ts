import type { INodeExecutionData } from 'n8n-workflow';

/** The response to the service, and the item that starts the workflow, if any. */
export type Received = {
	readonly status: 200 | 400 | 401 | 503;
	readonly message: string;
	readonly item?: INodeExecutionData;
};
