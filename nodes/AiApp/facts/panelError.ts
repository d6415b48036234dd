import { AiAppError, type ErrorDetails } from '../../../client/index';

/** What a model does about it: the value is its own, or the user must look at the tool. */
type ForModel = 'ask' | 'correct';

/** A parameter of the panel that can't be used. What to do about it stands beside the parameter. */
export class PanelError extends AiAppError {
	constructor(
		message: string,
		readonly advice: string,
		readonly forModel: ForModel = 'correct',
		details: ErrorDetails = {},
	) {
		super('input', message, details);
	}

	protected override copy(message: string, details: ErrorDetails): AiAppError {
		return new PanelError(message, this.advice, this.forModel, details);
	}
}
