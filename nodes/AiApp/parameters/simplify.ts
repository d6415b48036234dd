import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readPanelSwitch } from './readParameter';

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** @throws AiAppError kind `input` if it's neither true nor false */
export function readSimplify(ctx: IExecuteFunctions, itemIndex: number): boolean {
	return readPanelSwitch(ctx, itemIndex, simplify);
}
