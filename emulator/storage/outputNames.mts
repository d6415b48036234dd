const FILE_NAME = /^([0-9a-f-]{36})_ComfyUI_(\d{5})_\.\w+$/;

/** An output file by its task and its index, counted from 0. */
export type OutputRef = { readonly requestId: string; readonly index: number };

/** The name of an output file in storage; `ext` includes the dot. */
export function outputName({ requestId, index }: OutputRef, ext: string): string {
	return `${requestId}_ComfyUI_${String(index + 1).padStart(5, '0')}_${ext}`;
}

/** Reverses `outputName`; undefined for any other name. */
export function parseOutputName(name: string): OutputRef | undefined {
	const [, requestId, number] = FILE_NAME.exec(name) ?? [];
	return requestId ? { requestId, index: Number(number) - 1 } : undefined;
}
