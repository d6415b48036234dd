import fc from 'fast-check';
import { createBoundedStore } from '../../../nodes/AiApp/memory/processMemory';
import { clock } from '../../../nodes/AiApp/time/clock';

const HOUR = 3_600_000;

it('forgets the value that was used longest ago when there are too many', () => {
	const apps = createBoundedStore<string>(2);
	apps.set('old', 'old');
	apps.set('used', 'used');
	apps.get('old');
	apps.set('new', 'new');

	expect(apps.get('used')).toBeUndefined();
	expect(apps.get('old')).toBe('old');
	expect(apps.get('new')).toBe('new');
});

it("forgets values that weren't used for an hour", () => {
	let now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const apps = createBoundedStore<string>(3);
	apps.set('idle', 'idle');
	apps.set('used', 'used');
	now = HOUR / 2;
	apps.get('used');

	now = HOUR + 1;

	expect(apps.get('idle')).toBeUndefined();
	expect(apps.get('used')).toBe('used');
});

it('a value that is set twice counts once', () => {
	const apps = createBoundedStore<string>(3);
	apps.set('other', 'other');
	for (let n = 0; n < 10; n++) apps.set('same', 'same');

	expect(apps.get('other')).toBe('other');
});

it('never exceeds its limit, whatever is stored', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(30), { maxLength: 200 }), (keys) => {
			const store = createBoundedStore<string>(5);
			for (const key of keys) store.set(String(key), 'any');
			const kept = [...new Set(keys)].filter((key) => store.get(String(key)) !== undefined);
			expect(kept.length).toBeLessThanOrEqual(5);
		}),
	);
});
