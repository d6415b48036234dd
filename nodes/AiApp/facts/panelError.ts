import { AiAppError, type ErrorDetails } from '../../../client/index';

/** What a model does about the error: correct its own value, or ask the user to check the tool. */
type ForModel = 'ask' | 'correct';

/** An error about a parameter of the panel. Its advice is written where the parameter is read. */
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
