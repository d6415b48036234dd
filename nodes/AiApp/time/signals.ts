/**
 * In a call with credentials, n8n overrides the given signal with its own cancel signal. Create and
 * the calls that stop a task must outlive the stop of the execution, so they see a context with
 * another signal.
 */
export function withSignal<Context extends object>(ctx: Context, signal: AbortSignal): Context {
	return Object.create(ctx, {
		getExecutionCancelSignal: { value: () => signal },
	}) as Context;
}

/** The value of the promise, or undefined as soon as the signal is aborted; leaves no listener. */
export async function raceAbort<T>(
	promise: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | undefined> {
	if (!signal) return promise;
	if (signal.aborted) return undefined;
	let listener = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		listener = () => resolve(undefined);
	});
	signal.addEventListener('abort', listener, { once: true });
	return Promise.race([promise, aborted]).finally(() =>
		signal.removeEventListener('abort', listener),
	);
}

export function anyOf(signal: AbortSignal | undefined, timeout: AbortSignal): AbortSignal {
	return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
