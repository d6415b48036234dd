import { createRateLimiter } from '../../../client/resilience/rateLimiter';
import { errorOf } from '../errors.mts';
import { useService } from '../service.mts';
import { createWork } from '../work.mts';

const service = useService();

/** Where nothing listens. */
function nowhere() {
	const { tasks } = service.clientWith({ baseUrl: 'http://127.0.0.1:9' });
	return { ...service, client: { ...service.client, tasks } };
}

it('a create that cannot have been sent is sent again', async () => {
	const work = createWork(nowhere());

	const error = await errorOf(() => work.attempt());

	expect(error.kind).toBe('unreachable');
	expect(work.written.filter(({ tasks }) => tasks.length > 0)).toHaveLength(3);
	expect(work.entry()).toBeUndefined();
});

it('if the service is unreachable, tasks that wait for each other all say so, and soon', async () => {
	const limiter = createRateLimiter(service.clock);
	const works = Array.from({ length: 20 }, () => createWork(nowhere(), undefined, limiter));
	const begun = service.time.now();

	const errors = await Promise.all(works.map((work) => errorOf(() => work.attempt())));

	expect(new Set(errors.map(({ kind }) => kind))).toEqual(new Set(['unreachable']));
	expect(service.time.now() - begun).toBeLessThan(60_000);
});
