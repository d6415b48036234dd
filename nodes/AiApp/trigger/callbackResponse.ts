import type { INodeExecutionData } from 'n8n-workflow';

/** What the service is answered, and the item that starts the workflow, if any. */
export type Received = {
	readonly status: 200 | 400 | 401 | 503;
	readonly message: string;
	readonly item?: INodeExecutionData;
};
