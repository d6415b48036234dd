import { stat } from 'node:fs/promises';
import { createVirtualTime } from './virtualTime.mts';

it('virtual time stops while a file is read or written', async () => {
	const time = createVirtualTime();
	const begun = time.now();
	const waiting = time.sleep(1_000);

	for (let access = 0; access < 100; access++) await stat('.');
	expect(time.now()).toBe(begun);

	await waiting;
	expect(time.now()).toBe(begun + 1_000);
	time.close();
});
