export const sqliteBinary: string;

export function buildSqlite(
	folder: string,
	node: { readonly execPath: string; readonly env: NodeJS.ProcessEnv },
): void;
