/** Which URLs answer status queries for tasks of models; the specification has both. */
export type ModelSettings = {
	/** `openapi`: only `tasks/openapi/<id>`; `plain`: only `tasks/<id>`; the other one is 404. */
	readonly statusAt: 'both' | 'openapi' | 'plain';
};

export const DEFAULT_MODEL_SETTINGS: ModelSettings = { statusAt: 'both' };
