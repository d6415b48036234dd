/** Which addresses answer for a model's task; the specification has both. */
export type ModelSetup = {
	/** `openapi`: only `tasks/openapi/<id>`; `plain`: only `tasks/<id>`; what is off is 404. */
	readonly statusAt: 'both' | 'openapi' | 'plain';
};

export const MODEL_SETUP: ModelSetup = { statusAt: 'both' };
