/** A successful answer around its payload (spec: response envelope). */
export function envelope(data: unknown): object {
	return { code: 20000, message: 'Ok', status: true, data };
}
