import { resources } from '../../../nodes/AiApp/actions/resources';
import { isMisplaced } from '../../../nodes/AiApp/actions/parameters/misplaced';
import { AiApp } from '../../../nodes/AiApp/AiApp.node';
import type { Parameters } from '../instance.mts';
import { onTask, PROMPT, runForm, runModel, useService } from '../service.mts';

const service = useService();

const OPERATIONS: Readonly<Record<string, (more: Parameters) => Parameters>> = {
	'app: run': (more) => runForm({ [PROMPT]: 'a cat' }, more),
	'model: run': runModel,
	'task: wait': (more) => onTask('wait', 'r-1', more),
};

const PLACES = [
	['limits', 'options'],
	['options', 'limits'],
] as const;

/** The members of the collections of an operation, by the names that stored workflows use. */
function membersOf(operation: string, place: string) {
	const [resource, name] = operation.split(': ');
	const shown = new AiApp().description.properties.find(
		({ displayOptions, name: collection }) =>
			collection === place &&
			displayOptions?.show?.resource?.includes(String(resource)) &&
			displayOptions.show.operation?.includes(String(name)),
	);
	return (shown?.options ?? []).flatMap((option) => ('type' in option ? option : []));
}

const MISPLACED = Object.keys(OPERATIONS).flatMap((operation) =>
	PLACES.flatMap(([right, wrong]) => {
		const own = membersOf(operation, right).filter(
			(property) => !isMisplaced(property) && property.type !== 'fixedCollection',
		);
		const byName = new Map(own.map((property) => [property.name, property]));
		return [...byName.values()].map(({ displayName, name }) => ({
			...{ operation, displayName, name, right, wrong },
		}));
	}),
);

it.each(MISPLACED)(
	'$operation rejects $name under $wrong, and asks the service for nothing',
	async ({ operation, displayName, name, right, wrong }) => {
		const parameters = OPERATIONS[operation]?.({ [wrong]: { [name]: 1 } });
		const items = Array.from({ length: 3 }, () => ({ json: {} }));

		const { error } = await service.run({ parameters: parameters as Parameters, items });

		expect(error?.message).toMatch(`'${displayName}' is set under '`);
		expect(error?.description).toBe(
			`Move '${name}' from '${wrong}' to '${right}'. You weren't charged.`,
		);
		expect(service.emulator.requests()).toEqual([]);
	},
);

it('every operation that has limits and options rejects those that are in the wrong place', () => {
	const withBoth = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([name, { description = [] }]) => {
			const places = description.map((property) => property.name);
			return ['limits', 'options'].every((place) => places.includes(place))
				? `${resource}: ${name}`
				: [];
		}),
	);

	expect(withBoth.sort()).toEqual(Object.keys(OPERATIONS));
	expect(MISPLACED.length).toBeGreaterThan(20);
});

it('an expression in the wrong place is rejected as well', async () => {
	const { error } = await service.run({
		parameters: runForm({ [PROMPT]: 'a cat' }, { options: { maxTasks: '={{ $json.limit }}' } }),
	});

	expect(error?.message).toBe(
		"'Max Tasks per Execution' is set under 'Options', where it isn't applied",
	);
	expect(service.emulator.requests()).toEqual([]);
});
