import { isExpression } from 'n8n-workflow';
import {
	type AiAppError,
	groupedDigits,
	mapFields,
	MAX_INPUTS,
	numberOf,
	orReject,
	ownMember,
	quotedValue,
	readCreateRequest,
	say,
	settleSync,
	type AppInputs,
	type ItemFields,
	type Rejections,
	type UserInput,
	type UserInputs,
} from '../../../../client/index';
import { mapsAutomatically, readStoredForm, type StoredForm } from '../../form/storedForm';
import { PanelError } from '../../facts/panelError';
import type { ExecutionContext } from '../../execution/context';
import { itemFiles, type ItemFiles } from '../../io/binary/source';
import type { Panel } from '../../parameters/readParameter';
import { ownValue } from '../../form/untrustedText';
import { readAppId } from '../../parameters/appLocator';
import { seedMode, specifyInputs } from './runInputs.description';
import { columnsOf, fieldsOf } from './fieldsToMap';

/** What the user filled in for one item, before it is checked against the app's own inputs. */
export type ItemInputs = UserInputs &
	Omit<StoredForm, 'labels'> & {
		readonly appId: number;
		readonly files: ItemFiles;
		readonly isJson: boolean;
		/** Whether no value is an expression or is overridden, so that all items get the same. */
		readonly isFixed: boolean;
		/** With Map Automatically: the columns of all items. `values` are this item's fields. */
		readonly columns?: ItemFields['columns'];
		readonly drawsSeeds: boolean;
		readonly reaches: NonNullable<UserInputs['reaches']>;
	};

/**
 * Reads the values of one item, without any call to the service. Rejects JSON that isn't an object,
 * and expressions that return nothing: the task would be charged, but use the app's default.
 * @throws AiAppError kind `input` if there is no app ID
 */
export function readUserInputs(
	context: ExecutionContext,
	panel: Panel,
	rejections: Rejections,
): ItemInputs {
	const { ctx, itemIndex } = panel;
	const appId = readAppId(panel, itemIndex);
	const files = itemFiles(ctx, itemIndex);
	const read = settleSync(() => {
		const overrides = readOverrides(context, panel, rejections);
		return { ...readValues(context, panel, appId, rejections), overrides };
	});
	if (!read.ok) throw read.error.about({ appId });
	const seed = panel.option(seedMode);
	const mode = orReject(rejections, undefined, () => panel.offered(seedMode, seed));
	const values = Object.entries(read.value.values).map(([key, value]) => [key, files.named(value)]);
	return {
		...read.value,
		values: Object.fromEntries(values),
		overrides: read.value.overrides.map(({ key, value }) => ({ key, value: files.named(value) })),
		isFixed: read.value.isFixed && read.value.overrides.length === 0,
		appId,
		files,
		binaryFields: files.names,
		drawsSeeds: mode === 'random',
		reaches: context.isReachable,
	};
}

/** Fields that Google Sheets and n8n's forms add to each item: nobody means them for an input. */
const ADDED_BY_N8N: ReadonlySet<string> = new Set(['row_number', 'submittedAt', 'formMode']);

/**
 * Fits inputs to an app: uses the app's keys, gives fields of the item to the inputs of their names, and
 * restores texts of the app that were changed for n8n. Drops inputs that were removed or left empty,
 * unless an empty text is the app's default.
 */
export function inputsFor(entered: ItemInputs, app: AppInputs): ItemInputs {
	const { columns } = entered;
	const inputs = columns ? inputsFromFields(entered, app, columns) : entered;
	const blank = new Set(inputs.blankKeys);
	const choicesOf = (key: string) => {
		const field = app.byKey.get(key);
		// A text field takes any text as it is.
		if (field?.kind !== 'choice') return [];
		return [...field.choices.map(({ value }) => value), field.default];
	};
	const values = Object.entries(inputs.values).flatMap(([key, value]) =>
		blank.has(key) && value !== app.byKey.get(key)?.default
			? []
			: [[key, ownValue(value, () => choicesOf(key))]],
	);
	const overrides = inputs.overrides.map(({ key, value }) => ({
		key: ownValue(key, () => [...app.byKey.keys()]),
		value,
	}));
	return { ...inputs, values: Object.fromEntries(values), overrides };
}

/** The inputs of an item whose fields set the inputs of their names. */
function inputsFromFields(
	entered: ItemInputs,
	app: AppInputs,
	columns: ItemFields['columns'],
): ItemInputs {
	const { files, values } = entered;
	const found = mapFields(app, { values, files: files.names, columns });
	const unused = found.unused.filter((name) => !ADDED_BY_N8N.has(name));
	const emptyFields = found.empty.map((each) => ({ ...each, wasFilledIn: true }));
	return { ...entered, values: found.values, emptyFields, mapped: { ...found, unused } };
}

const NO_FORM = {
	...{ formKeys: [], blankKeys: [], emptyFields: [], literalKeys: [], removedKeys: [] },
} as const;

type JsonObject = Readonly<Record<string, unknown>>;

type Filled = Omit<StoredForm, 'labels'> & Pick<ItemInputs, 'columns' | 'isFixed' | 'isJson'>;

function readValues(
	context: ExecutionContext,
	panel: Panel,
	appId: number,
	rejections: Rejections,
): Filled {
	const { ctx, itemIndex } = panel;
	const chosen = panel.read(specifyInputs.name, 'fields');
	const mode = orReject(rejections, undefined, () => panel.offered(specifyInputs, chosen));
	if (mode === 'json') {
		const json = orReject(rejections, undefined, () =>
			valuesIn(panel.json(INPUTS_JSON), appId, context),
		);
		const values = json ?? {};
		requireValues(values, rejections, (key) =>
			missingValue(say`'App Inputs (JSON)' has no value for '${key}'`, CHECK_EXPRESSION),
		);
		const isFixed = !isExpression(panel.typed(INPUTS_JSON.name));
		return { ...NO_FORM, values, isJson: true, isFixed };
	}
	// A tool gets no item fields from the model, only values for its expressions.
	if (!panel.isTool && mapsAutomatically(panel, rejections)) {
		const values = orReject(rejections, undefined, () => fieldsOf(ctx, itemIndex));
		if (!values) return { ...NO_FORM, values: {}, isJson: false, isFixed: false };
		return { ...NO_FORM, values, isJson: false, isFixed: false, columns: columnsOf(ctx) };
	}
	const { labels, ...form } = readStoredForm(panel, rejections);
	const missing = (key: string) => {
		const label = ownMember(labels, key) ?? key;
		const what = say`The expression for '${label}' returned no value`;
		return missingValue(what, say`${CHECK_EXPRESSION} Input ID: ${key}.`);
	};
	requireValues(form.values, rejections, missing);
	const literals = new Set(form.literalKeys);
	const isFixed = Object.keys(form.values).every((key) => literals.has(key));
	return { ...form, isJson: false, isFixed };
}

/**
 * The values of an object, which may be a whole request from an API example.
 * @throws AiAppError kind `input` if it's a request for another app
 */
function valuesIn(json: JsonObject, appId: number, { hints }: ExecutionContext): JsonObject {
	const request = readCreateRequest(json);
	if (!request) return notTooMany(json);
	const { appId: ofExample = appId, inputValues, others } = request;
	if (numberOf(ofExample) !== appId) throw ofOtherApp(ofExample, appId);
	if (others.length > 0)
		hints.add(
			say`Not sent from 'App Inputs (JSON)': ${others}. The node only uses its input_values. Set options in the node instead.`,
		);
	return notTooMany(inputValues);
}

/** A caller's body may have any number of values. Checking all of them would hold up n8n. */
function notTooMany(values: JsonObject): JsonObject {
	const count = Object.keys(values).length;
	if (count <= MAX_INPUTS) return values;
	throw new PanelError(
		say`'App Inputs (JSON)' has ${groupedDigits(count)} values, and no app has so many inputs`,
		INPUTS_JSON.advice,
	);
}

/**
 * Rejects values that are undefined. Only expressions return that: the editor stores removed and
 * empty inputs as null, or not at all.
 */
function requireValues(
	values: Readonly<Record<string, unknown>>,
	{ reject }: Rejections,
	missing: (key: string) => AiAppError,
): void {
	for (const [key, value] of Object.entries(values))
		if (value === undefined) reject(missing(key), key);
}

/**
 * Reads Override Inputs of one item. Rejects incomplete rows, which would otherwise be left out.
 */
function readOverrides(
	{ hints }: ExecutionContext,
	panel: Panel,
	{ reject }: Rejections,
): UserInput[] {
	return panel.rows('overrideInputs.values').flatMap(({ key, typed = '', value }) => {
		const name = String(key ?? '').trim();
		const isEmpty = typed === '';
		if (name === '') {
			if (isEmpty) hints.add(EMPTY_ROW);
			else reject(withoutInput());
			return [];
		}
		// An expression may return an empty text on purpose; an empty field is an unfinished override.
		if (value === undefined || isEmpty) {
			const what = say`'Override Inputs' has no value for '${name}'`;
			const advice = isEmpty ? 'Enter a value, or remove the row.' : CHECK_EXPRESSION;
			reject(missingValue(what, advice), name);
			return [];
		}
		return [{ key: name, value }];
	});
}

/** n8n makes an empty row of one that has another form, as in a workflow that wasn't made in the editor. */
const EMPTY_ROW =
	'A row of \'Override Inputs\' has no input and no value, and isn\'t used. Choose an input in it, or remove the row. In a workflow\'s JSON, the format is {"values": [{"key": "Prompt", "value": "a red cat"}]}.';

function withoutInput(): AiAppError {
	return new PanelError(
		"'Override Inputs' has a value without an input",
		"Choose the input in 'Input Name or ID', check its expression, or remove the row.",
		'ask',
	);
}

const CHECK_EXPRESSION =
	"Check the field names in the expression. To use the app's default, remove the input or have the expression return null.";

function missingValue(what: string, advice: string): AiAppError {
	return new PanelError(say`${what}`, say`${advice}`);
}

function ofOtherApp(example: unknown, appId: number): AiAppError {
	return new PanelError(
		say`'App Inputs (JSON)' is a request for app ${quotedValue(example)}, not for app ${appId}`,
		say`Choose that app in 'App', or paste an example of app ${appId}.`,
	);
}

const INPUTS_JSON = {
	name: 'inputsJson',
	displayName: 'App Inputs (JSON)',
	advice:
		'Enter an object with a value for each input, e.g. {"6:CLIPTextEncode.text": "a red cat"}. Use App: Get to see the input IDs. You can also set texts in \'Override Inputs\'.',
};
