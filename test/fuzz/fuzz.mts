import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { settle } from '../../client/settle';
import { isBug } from '../client/errors.mts';
import { ONE_OF, SEED } from '../drawn.mts';

/** Over all targets together; CONTRIBUTING.md says how to run more of them, and others. */
const INPUTS = Number(process.env['FUZZ_INPUTS'] ?? 20_000 / ONE_OF);
/** Gets a line for each target. */
const RESULTS = process.env['FUZZ_RESULTS'];
const TARGETS = 10;
const HALF_AN_HOUR = 30 * 60_000;

/** Gives a target its share of the inputs; whatever it throws that wasn't foreseen is a crash. */
export function fuzz<Input>(
	target: string,
	inputs: fc.Arbitrary<Input>,
	check: (input: Input) => void | Promise<void>,
): void {
	const numRuns = Math.ceil(INPUTS / TARGETS);
	const property = fc.asyncProperty(inputs, async (input) => {
		const result = await settle(async () => check(input));
		if (!result.ok && isBug(result.error)) throw result.error.cause;
		expect(prototypes()).toBe(UNTOUCHED);
	});

	it(
		`${target} (${numRuns} inputs, seed ${SEED})`,
		async () => {
			const startedAt = performance.now();
			const result = await settle(() => fc.assert(property, { seed: SEED, numRuns }));
			const seconds = Math.round(performance.now() - startedAt) / 1000;
			const line = { target, inputs: numRuns, seed: SEED, crashes: result.ok ? 0 : 1, seconds };
			if (RESULTS) appendFileSync(RESULTS, `${JSON.stringify(line)}\n`);
			if (!result.ok) throw result.error;
		},
		HALF_AN_HOUR,
	);
}

const UNTOUCHED = prototypes();

/** How many members the prototypes have that everything inherits from. */
function prototypes(): number {
	const shared: readonly object[] = [Object.prototype, Array.prototype, Function.prototype];
	return shared.reduce<number>((sum, prototype) => sum + Reflect.ownKeys(prototype).length, 0);
}
