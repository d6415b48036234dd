/**
 * Ids of form fields. They are the keys of the app, but for the double quote: the editor cuts a
 * field's name out of the parameter path at the first `"]` and would lose what is typed into it.
 */
export function formFieldId(key: string): string {
	return key.replaceAll('%', '%25').replaceAll('"', '%22');
}

/** The key of the app that a form field stands for. */
export function keyOfFormField(id: string): string {
	return id.replaceAll('%22', '"').replaceAll('%25', '%');
}
