import fc from 'fast-check';
import { createBoundedStore } from '../../../nodes/AiApp/io/boundedStore';

const HOUR = 3_600_000;

function storeAt(clock: { now: number }, maxWeight = 3) {
	return createBoundedStore({ maxWeight, idleMs: HOUR, now: () => clock.now });
}

it('keeps the values of each section apart', () => {
	const store = storeAt({ now: 0 });
	store.section<string>('apps').set('a', 'an app');
	store.section<number>('durations').set('a', 7);

	expect(store.section<string>('apps').get('a')).toBe('an app');
	expect(store.section<number>('durations').get('a')).toBe(7);
	expect(store.section<string>('apps').get('b')).toBeUndefined();
});

it('removes the least recently used value when all sections together are full', () => {
	const store = storeAt({ now: 0 });
	const [apps, durations] = [store.section<string>('apps'), store.section<number>('durations')];
	apps.set('old', 'old');
	apps.set('used', 'used');
	durations.set('a', 1);
	apps.get('used');
	durations.set('b', 2);
	durations.set('c', 3);

	expect(apps.get('old')).toBeUndefined();
	expect(durations.get('a')).toBeUndefined();
	expect(apps.get('used')).toBe('used');
	expect(durations.get('c')).toBe(3);
});

describe('an account that stores more than fits', () => {
	it('clears its own values and none of another account', () => {
		const store = storeAt({ now: 0 }, 100);
		const [results, forms] = [store.section<string>('results'), store.section<string>('forms')];
		results.set('quiet:a result', 'a result', 10);
		for (let n = 0; n < 100; n++) forms.set(`busy:${n}`, 'a form', 60);
		results.set('busy:large', 'large', 100);

		expect(results.get('quiet:a result')).toBe('a result');
		expect(forms.get('busy:98')).toBeUndefined();
	});

	it('gets the room of a larger one', () => {
		const forms = storeAt({ now: 0 }, 100).section<string>('forms');
		for (let n = 0; n < 10; n++) forms.set(`large:${n}`, 'a form', 10);
		for (let n = 0; n < 10; n++) forms.set(`new:${n}`, 'a form', 10);

		const kept = (account: string) =>
			Array.from({ length: 10 }, (_, n) => forms.get(`${account}:${n}`)).filter(Boolean).length;
		expect([kept('large'), kept('new')]).toEqual([5, 5]);
	});
});

it("removes values that haven't been used for an hour", () => {
	const clock = { now: 0 };
	const apps = storeAt(clock).section<string>('apps');
	apps.set('idle', 'idle');
	apps.set('used', 'used');
	clock.now = HOUR / 2;
	apps.get('used');

	clock.now = HOUR + 1;

	expect(apps.get('idle')).toBeUndefined();
	expect(apps.get('used')).toBe('used');
});

it('a value larger than the limit removes nothing, and a value that is set twice counts once', () => {
	const apps = storeAt({ now: 0 }, 100).section<string>('apps');
	for (let n = 0; n < 10; n++) apps.set('same', 'same', 60);
	apps.set('other', 'other', 40);
	apps.set('large', 'large', 101);

	expect(apps.get('large')).toBeUndefined();
	expect(apps.get('same')).toBe('same');
	expect(apps.get('other')).toBe('other');
});

it('never exceeds its limit, whatever is stored', () => {
	const puts = fc.array(fc.tuple(fc.nat(30), fc.nat(40)), { maxLength: 200 });
	fc.assert(
		fc.property(puts, (list) => {
			const section = storeAt({ now: 0 }, 50).section<number>('any');
			const weights = new Map<string, number>();
			for (const [key, weight] of list) {
				section.set(String(key), weight, weight);
				weights.set(String(key), weight);
			}
			const held = [...weights.keys()].map((key) => section.get(key) ?? 0);
			expect(held.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(50);
		}),
	);
});
