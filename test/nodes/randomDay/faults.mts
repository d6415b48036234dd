import fc from 'fast-check';
import type { Fault, FaultEffect, Operation, RequestRecord } from '../../../emulator/index.mts';

/** Clear refusals of a task by the service. */
const REFUSALS: readonly FaultEffect[] = [
	{ type: 'refuse', code: 30039 },
	{ type: 'refuse', code: 30040 },
	{ type: 'refuse', code: 50600 },
	{ type: 'refuse', code: 60012 },
	{ type: 'refuse', code: 20050 },
	{ type: 'refuse', code: 20094 },
	{ type: 'refuse', code: 20021 },
	{ type: 'answer', status: 429, body: { code: 30039 }, headers: { 'retry-after': '7' } },
	{ type: 'answer', status: 429 },
	{ type: 'answer', status: 200, body: { code: 20050, message: 'Insufficient balance.' } },
];

/**
 * Faults that leave it unknown whether a request was processed, or that damage its response. Time
 * limits of n8n's HTTP client use real time, so a broken connection replaces them.
 */
const TROUBLES: readonly FaultEffect[] = [
	{ type: 'reset', when: 'before' },
	{ type: 'reset', when: 'after' },
	{ type: 'answer', status: 500, body: '' },
	{ type: 'answer', status: 408 },
	{ type: 'processThenAnswer', status: 503 },
	{ type: 'html', status: 502 },
	{ type: 'html', status: 200 },
	{ type: 'echo', status: 502 },
	{ type: 'echo', status: 200 },
	{ type: 'truncate' },
	{ type: 'truncate', claimsWhole: true },
	{ type: 'distort', to: 'nulls' },
	{ type: 'bytes', count: 1_000 },
	{ type: 'redirect', to: 'http://127.0.0.1:1/' },
	{ type: 'cut', ms: 50 },
	{ type: 'cut', ms: 60_000 },
	{ type: 'delay', ms: 5_000 },
	{ type: 'delay', ms: 90_000 },
];

const STRUCK: readonly Operation[] = [
	...(['detail', 'create', 'create', 'create', 'status', 'status', 'outputs', 'download'] as const),
	...(['cancel', 'interrupt'] as const),
];

/** A fault of any kind at any call that the node makes. */
export const anyFault: fc.Arbitrary<Fault> = fc.record({
	on: fc.constantFrom(...STRUCK),
	effect: fc.oneof(fc.constantFrom(...TROUBLES), fc.constantFrom(...REFUSALS)),
	skip: fc.nat({ max: 6 }),
	times: fc.integer({ min: 1, max: 3 }),
});

/** Stops that are confirmed and don't happen, each as often as is said. */
export const FALSE_STOPS: readonly (readonly Fault[])[] = [1, 2, 4].map((times) =>
	(['cancel', 'interrupt'] as const).map((on) => ({
		...{ on, times },
		effect: { type: 'bytes', count: 100 },
	})),
);

/** Any JSON with status 200 confirms a stop. */
export function isFalseStop({ operation, fault }: RequestRecord): boolean {
	return (operation === 'cancel' || operation === 'interrupt') && fault === 'bytes';
}

/** The app cannot be read for a while, or for the whole day. */
export const anyOutage: fc.Arbitrary<Fault> = fc.record({
	on: fc.constant('detail' as const),
	effect: fc.constantFrom<FaultEffect>(
		{ type: 'answer', status: 500, body: '' },
		{ type: 'html', status: 502 },
		{ type: 'html', status: 200 },
		{ type: 'reset', when: 'before' },
	),
	skip: fc.nat({ max: 2 }),
	times: fc.constantFrom(5, 20, Infinity),
});

/** Whether a create was turned down in so many words, so that it may be sent again. */
export function wasRefused({ fault, status = 0, requestId }: RequestRecord): boolean {
	// By the service itself, because it's full.
	if (fault !== 'answer' && status >= 400 && status < 500) return requestId === undefined;
	// A create is redirected instead of being processed, and redirects of it are not followed.
	if (fault === 'refuse') return true;
	const isAnswer = fault === 'answer' || fault === 'redirect';
	return isAnswer && status > 0 && status < 500 && status !== 408;
}

/** Whether the response to a create could reach its sender. */
export function wasAnswered({ fault, status = 0 }: RequestRecord): boolean {
	return (fault === undefined || fault === 'delay') && status >= 200 && status < 300;
}
