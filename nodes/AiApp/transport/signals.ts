/**
 * n8n puts its own cancel signal over the one of a call with credentials. Create and the calls that
 * stop a task must outlive the stop of the execution, so they see a context with another signal.
 */
export function withSignal<Context extends object>(ctx: Context, signal: AbortSignal): Context {
	return Object.create(ctx, {
		getExecutionCancelSignal: { value: () => signal },
	}) as Context;
}

/** Aborted as soon as one of the two is. */
export function anyOf(signal: AbortSignal | undefined, timeout: AbortSignal): AbortSignal {
	return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
