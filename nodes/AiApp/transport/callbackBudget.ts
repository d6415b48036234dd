/** The service gives up on a callback after about 10 s (spec: Events), and n8n needs some of them. */
export const CALLBACK_BUDGET_MS = 7_000;
