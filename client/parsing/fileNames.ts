const MAX_ID_LENGTH = 100;

/**
 * The name of an output file: `<request_id>_<n><ext>`, n counted from 1 over all outputs of the
 * task. Characters that mean something to file systems or headers cannot pass.
 */
export function outputFileName(requestId: string, n: number, ext: string | undefined): string {
	const id = requestId
		.slice(0, MAX_ID_LENGTH)
		.replace(/[^A-Za-z0-9._-]/g, '_')
		.replace(/^\.+/, '_');
	return `${id}_${n}${ext ?? ''}`;
}
