import { AiAppError } from '../errors/AiAppError';

const CREATE_AGAIN =
	"To let each retry create another task at your cost, turn on 'Retry Unconfirmed Tasks'.";

/** Why a retry creates no task after a create that got no response. */
export function unconfirmedEarlier(): AiAppError {
	return new AiAppError(
		'unconfirmed',
		'A previous attempt to create this task got no response, so the task may already exist',
	);
}

/** The error with the option that creates another task. Models have no such option. */
export function offeringAnother(error: AiAppError, appId: number | undefined): AiAppError {
	return appId === undefined ? error : error.advising(CREATE_AGAIN);
}
