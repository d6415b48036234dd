import { serviceError, type ServiceError } from './errorCodes.mts';

export const INVALID_PARAMETER = serviceError(20015);
export const NO_INPUT_VALUES = serviceError(40025);
export const APP_NOT_FOUND = serviceError(20230);
export const TASK_NOT_FOUND = serviceError(30009);
export const TOO_MANY_TASKS = serviceError(30040);
export const RECORD_NOT_FOUND = serviceError(20011);
export const NO_TOKEN: ServiceError = { httpStatus: 401, message: 'Token cannot be empty' };
export const WRONG_TOKEN: ServiceError = { httpStatus: 401, message: 'Token is invalid' };
/** For a value of a type that its input does not accept. */
export const WRONG_TYPE: ServiceError = { httpStatus: 500 };

/** For an invalid query parameter. */
export function invalidParameter(name: string): ServiceError {
	// As seen in a list query: the code of a bad request with HTTP status 200.
	return { httpStatus: 200, code: 20015, message: `invalid parameter: ${name}` };
}
