/** Where the workflow setting that combines files with JSON puts the files of an item. */
export const COMBINED = '_files';
