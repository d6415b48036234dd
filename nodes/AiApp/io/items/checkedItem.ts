import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	isRecord,
	RANDOM_SEED,
	type BilledSecondsSeen,
	type InputField,
	type InputValues,
	type InvalidInput,
} from '../../../../client/index';
import { descriptionOf } from '../../words/description';
import { adviceForModel } from '../../words/forModels';
import { omitUndefined } from './plainItems';
import { COMBINED } from './taskItems';

export type FileToUpload = {
	readonly key: string;
	readonly binaryField: string;
	readonly name: string;
	/** In bytes. */
	readonly size: number;
};

/** Which field of the item sets which input, and which fields set none. */
export type CheckedFields = {
	readonly used: ReadonlyArray<{
		readonly key: string;
		readonly label: string;
		readonly field: string;
	}>;
	readonly unused: readonly string[];
};

type LabeledInput = InvalidInput & {
	/** The label of the input, if the app has such an input. */
	readonly label: string | undefined;
};

type CheckedInputs = {
	readonly appId: number;
	readonly appName: string | undefined;
	/** The values that can be sent, without files and random seeds. */
	readonly values: InputValues;
	readonly files: readonly FileToUpload[];
	/** Left out unless the inputs are taken from the fields of the item. */
	readonly fields: CheckedFields | undefined;
	readonly randomSeeds: readonly InputField[];
	readonly invalid: readonly LabeledInput[];
	readonly billed: BilledSecondsSeen | undefined;
	readonly isTool: boolean;
};

/**
 * An item with the files of its input item, for App: Run as a later node. With the workflow setting that
 * combines files with JSON, they stand there.
 */
export function withFilesOf(
	input: INodeExecutionData | undefined,
	{ json }: INodeExecutionData,
): INodeExecutionData {
	const combined = input?.json[COMBINED];
	return {
		json: isRecord(combined) ? { ...json, [COMBINED]: combined } : json,
		...(input?.binary && { binary: input.binary }),
	};
}

/** The item of checked inputs. Its values contain files in the form that users write in JSON. */
export function checkedItem(checked: CheckedInputs): INodeExecutionData {
	const { appId, appName, values, files, fields, randomSeeds, invalid, billed, isTool } = checked;
	const toUpload = files.map(({ key, binaryField }) => [key, { $binary: binaryField }]);
	const seeds = randomSeeds.map(({ key }) => [key, RANDOM_SEED]);
	return {
		json: omitUndefined({
			valid: invalid.length === 0,
			invalid_inputs: invalid.map((each) => invalidJson(each, isTool)),
			app_id: appId,
			app_name: appName,
			input_values: { ...values, ...Object.fromEntries([...toUpload, ...seeds]) },
			files: files.map(({ key, name, size }) => ({
				input: key,
				file_name: name,
				size_bytes: size,
			})),
			mapped_fields: fields?.used.map(({ key, label, field }) => ({ field, input: key, label })),
			unused_fields: fields && [...fields.unused],
			billed_seconds_seen: billed,
		}),
	};
}

function invalidJson({ key, label, reason }: LabeledInput, isTool: boolean): IDataObject {
	const description = isTool ? adviceForModel(reason) : descriptionOf(reason);
	return omitUndefined({ input: key, label, message: reason.message, description });
}
