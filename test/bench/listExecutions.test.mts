import { listExecutions } from '../../bench/measure/listExecutions.mts';
import type { Rest } from '../../scripts/n8n/rest.mts';

it('an execution that n8n lists twice, while it ends, is one execution', async () => {
	const createdAt = '2026-11-22T00:00:00.000Z';
	const pages = [
		{ results: [{ id: '3', status: 'running', createdAt }], nextCursor: 'next' },
		{
			results: ['3', '2'].map((id) => ({ id, status: 'success', createdAt })),
			nextCursor: null,
		},
	];
	const call = () => Promise.resolve(pages.shift());

	const listed = await listExecutions({ call } as unknown as Rest, { id: 'w' });

	expect(listed.map(({ id, status }) => `${id} ${status}`)).toEqual(['3 success', '2 success']);
});
