/** The envelope of a successful response (spec: response envelope). */
export function envelope(data: unknown): object {
	return { code: 20000, message: 'Ok', status: true, data };
}
