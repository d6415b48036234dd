import { serviceError, type ServiceError } from './errorCodes.mts';

export const INVALID_PARAMETER = serviceError(20015);
export const NO_INPUT_VALUES = serviceError(40025);
export const APP_NOT_FOUND = serviceError(20230);
export const TASK_NOT_FOUND = serviceError(30009);
export const RECORD_NOT_FOUND = serviceError(20011);
export const NO_TOKEN: ServiceError = { httpStatus: 401, message: 'Token cannot be empty' };
export const WRONG_TOKEN: ServiceError = { httpStatus: 401, message: 'Token is invalid' };
/** The answer to a value of a type that its input does not take. */
export const WRONG_TYPE: ServiceError = { httpStatus: 500 };

/** The error of a parameter by its name. */
export function invalidParameter(name: string): ServiceError {
	// Seen of a list query: the code is that of a bad request, the HTTP status is not.
	return { httpStatus: 200, code: 20015, message: `invalid parameter: ${name}` };
}
