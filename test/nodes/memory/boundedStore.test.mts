import fc from 'fast-check';
import { createBoundedStore } from '../../../nodes/AiApp/memory/boundedStore';

const HOUR = 3_600_000;

function storeOf(bounds: { maxEntries?: number; maxBytes?: number }, clock = { now: 0 }) {
	const now = () => clock.now;
	return createBoundedStore<string>({ maxEntries: 3, maxBytes: 100, idleMs: HOUR, now, ...bounds });
}

it('forgets the value that was used longest ago when there are too many', () => {
	const apps = storeOf({ maxEntries: 2 });
	apps.set('old', 'old');
	apps.set('used', 'used');
	apps.get('old');
	apps.set('new', 'new');

	expect(apps.get('used')).toBeUndefined();
	expect(apps.get('old')).toBe('old');
	expect(apps.get('new')).toBe('new');
});

it('forgets the values that were used longest ago when they are too large together', () => {
	const apps = storeOf({ maxEntries: 10 });
	for (let n = 0; n < 4; n++) apps.set(`app ${n}`, 'an app', 40);

	const kept = [0, 1, 2, 3].filter((n) => apps.get(`app ${n}`) !== undefined);
	expect(kept).toEqual([2, 3]);
});

it("forgets values that weren't used for an hour", () => {
	const clock = { now: 0 };
	const apps = storeOf({}, clock);
	apps.set('idle', 'idle');
	apps.set('used', 'used');
	clock.now = HOUR / 2;
	apps.get('used');

	clock.now = HOUR + 1;

	expect(apps.get('idle')).toBeUndefined();
	expect(apps.get('used')).toBe('used');
});

it('a value larger than the limit removes nothing, and a value that is set twice counts once', () => {
	const apps = storeOf({});
	for (let n = 0; n < 10; n++) apps.set('same', 'same', 60);
	apps.set('other', 'other', 40);
	apps.set('large', 'large', 101);

	expect(apps.get('large')).toBeUndefined();
	expect(apps.get('same')).toBe('same');
	expect(apps.get('other')).toBe('other');
});

it('never exceeds its limits, whatever is stored and removed', () => {
	const steps = fc.array(fc.tuple(fc.nat(30), fc.nat(40), fc.boolean()), { maxLength: 200 });
	fc.assert(
		fc.property(steps, (list) => {
			const store = storeOf({ maxEntries: 5, maxBytes: 50 });
			const sizes = new Map<string, number>();
			for (const [key, bytes, isRemoved] of list) {
				if (isRemoved) store.remove(String(key));
				else store.set(String(key), 'any', bytes);
				sizes.set(String(key), bytes);
			}
			const kept = [...sizes].filter(([key]) => store.get(key) !== undefined);
			expect(kept.length).toBeLessThanOrEqual(5);
			expect(kept.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThanOrEqual(50);
		}),
	);
});
