import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AiApp } from '../../nodes/AiApp/AiApp.node';
import { AiAppApi } from '../../credentials/AiAppApi.credentials';
import { resources } from '../../nodes/AiApp/actions/resources';
import { REASONS } from '../../nodes/AiApp/words/adviceByReason';
import { texts } from './texts.mts';

/** Facts below, words above: the client says what happened, and not what to do about it. */
describe('the client', () => {
	const own = texts.filter(({ file }) => file.startsWith('client/'));
	const found = (pattern: RegExp) =>
		own.flatMap(({ file, text }) => (pattern.test(text) ? [`${file}: ${text}`] : []));

	it('names no parameter of a panel', () => {
		const names = [...namesIn(new AiApp().description), ...namesIn(new AiAppApi())];
		const quoted = new RegExp(`'(${[...new Set(names)].map(escaped).join('|')})'`);

		expect(names.length).toBeGreaterThan(50);
		expect(quoted.test("Raise the option 'Max Run Time (Minutes)'.")).toBe(true);
		expect(found(quoted)).toEqual([]);
	});

	it('names no operation of the node', () => {
		const operations = Object.values(resources).flatMap(({ operations }) =>
			Object.values(operations).map(({ option: { name } }) => name),
		);
		const named = new RegExp(`\\b(Account|App|File|Model|Task): (${operations.join('|')})\\b`);

		expect(named.test('Get it with Task: Get Outputs.')).toBe(true);
		expect(found(named)).toEqual([]);
	});

	it('says nothing about money', () => {
		expect(found(/\b(charge[ds]?|pay(s|ing)?|paid)\b/i)).toEqual([]);
	});

	it('gives no advice', () => {
		const imperative = /(^|[.:] )(Check|Choose|Correct|Enter|Open|Raise|Run|Set|Stop|Try|Use) /;

		expect(imperative.test('It failed. Try again.')).toBe(true);
		expect(found(imperative)).toEqual([]);
	});
});

it('each cause that an error names has words, and all of these words are used', () => {
	const sources = ['client', 'nodes/AiApp/io'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => readFileSync(join(folder, name), 'utf8')),
	);
	// The names that follow `reason` in an object, a variable or a type, but not what is compared.
	const named = sources.flatMap((source) =>
		[...source.matchAll(/\b(?:reason|StopLimit)\??(?::| =)([^,;\n]*)/g)].flatMap(([, names = '']) =>
			[...names.replace(/=== '\w+'/g, '').matchAll(/'(\w+)'/g)].map(([, name]) => name),
		),
	);

	expect([...new Set(named)].sort()).toEqual(Object.keys(REASONS).sort());
});

function namesIn(description: unknown): string[] {
	if (Array.isArray(description)) return description.flatMap(namesIn);
	if (typeof description !== 'object' || description === null) return [];
	const { displayName } = description as { readonly displayName?: unknown };
	const own = typeof displayName === 'string' && displayName.includes(' ') ? [displayName] : [];
	return [...own, ...Object.values(description).flatMap(namesIn)];
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
