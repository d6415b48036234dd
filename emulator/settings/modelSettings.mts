/** Which addresses answer for a model's task; the specification has both. */
export type ModelSettings = {
	/** `openapi`: only `tasks/openapi/<id>`; `plain`: only `tasks/<id>`; what is off is 404. */
	readonly statusAt: 'both' | 'openapi' | 'plain';
};

export const DEFAULT_MODEL_SETTINGS: ModelSettings = { statusAt: 'both' };
